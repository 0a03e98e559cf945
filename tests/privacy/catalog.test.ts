import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keeping } from '#contract/accounts/keeping.ts'
import { anApp, type TestApp } from '../harness/app.ts'

const page = readFileSync('docs/privacy.md', 'utf8')
const [, personal = '', notPersonal = ''] = /## Personal\n([\s\S]*)## Not personal\n([\s\S]*)## Beside/.exec(page) ?? []

type Row = { table: string; columns: string[]; ends: string }
const rowsOf = (part: string): Row[] =>
  part.split('\n').flatMap((line) => {
    const [, table = '', columns = '', ...rest] = line.split('|').map((cell) => cell.trim())
    const named = [...columns.matchAll(/`([^`]+)`/g)].map(([, column = '']) => column)
    return table.startsWith('`') ? [{ table: table.replaceAll('`', ''), columns: named, ends: rest.at(-2) ?? '' }] : []
  })
const told = [...rowsOf(personal), ...rowsOf(notPersonal)]

let app: TestApp
let held: { table: string; column: string }[]
beforeAll(async () => {
  app = await anApp()
  await app.needs.jobs.settle()
  const { rows } = await app.needs.pool.query<{ table: string; column: string }>(`
    select case n.nspname when 'public' then c.relname else n.nspname || '.' || c.relname end as table, a.attname as column
    from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where n.nspname in ('public', 'jobs') and c.relkind in ('r', 'p') and not c.relispartition
      and format_type(a.atttypid, null) ~ 'text|char|json|bytea|inet|cidr|xml|tsvector|hstore'`)
  held = rows
})
afterAll(() => app[Symbol.asyncDispose]())

test('PRIVACY each column that can hold words stands in the table, as personal or as not', () => {
  const isTold = ({ table, column }: { table: string; column: string }) =>
    told.some((row) => row.table === table && (row.columns.includes('*') || row.columns.includes(column)))
  expect(held.filter((column) => !isTold(column)).map(({ table, column }) => `${table}.${column}`)).toEqual([])
  expect(held.length).toBeGreaterThan(200)
})

test('PRIVACY what the table tells of is there', () => {
  const isHeld = (table: string, column: string) => held.some((one) => one.table === table && (column === '*' || one.column === column))
  const gone = told.flatMap(({ table, columns }) =>
    columns.filter((column) => !isHeld(table, column)).map((column) => `${table}.${column}`),
  )
  expect(gone).toEqual([])
})

test('PRIVACY each job that the table names is one of ours', () => {
  const source = readFileSync('server/jobs/job.ts', 'utf8')
  const jobs = rowsOf(personal).flatMap(({ ends }) => [...ends.matchAll(/`([\w.-]+)`/g)].flatMap(([, job = '']) => job))
  expect(jobs.length).toBeGreaterThan(30)
  expect(jobs.filter((job) => !source.includes(`'${job}':`))).toEqual([])
})

test('PRIVACY the numbers are those of the contract', () => {
  const { sessionIdleDays, sessionWholeDays, heldContactDays, operatorActDays, pageTroubleDays, importDays, outboxDays, doneJobHours } =
    keeping
  for (const words of [
    `${sessionIdleDays} days unused, ${sessionWholeDays} in all`,
    `${heldContactDays} days where it is held`,
    `${operatorActDays} days; names go`,
    `${pageTroubleDays} days | \`visits.tidy\``,
    `${importDays} days | \`desk.tidy\``,
    `${outboxDays} days (\`desk.tidy\`)`,
    `${doneJobHours} hour after it was done`,
    `${keeping.billingEventDays} days | \`billing.reconcile\``,
  ])
    expect(page).toContain(words)
})
