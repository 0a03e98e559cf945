import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { retention } from '#contract/accounts/retention.ts'
import { anApp, type TestApp } from '../harness/app.ts'

const page = readFileSync('docs/privacy.md', 'utf8')
const [, personal = '', notPersonal = ''] = /## Personal\n([\s\S]*)## Not personal\n([\s\S]*)## Outside/.exec(page) ?? []

type Row = { table: string; columns: string[]; ends: string }
const rowsOf = (part: string): Row[] =>
  part.split('\n').flatMap((line) => {
    const [, table = '', columns = '', ...rest] = line.split('|').map((cell) => cell.trim())
    const named = [...columns.matchAll(/`([^`]+)`/g)].map(([, column = '']) => column)
    return table.startsWith('`') ? [{ table: table.replaceAll('`', ''), columns: named, ends: rest.at(-2) ?? '' }] : []
  })
const documented = [...rowsOf(personal), ...rowsOf(notPersonal)]

let app: TestApp
let stored: { table: string; column: string }[]
beforeAll(async () => {
  app = await anApp()
  await app.deps.jobs.settle()
  const { rows } = await app.deps.pool.query<{ table: string; column: string }>(`
    select case n.nspname when 'public' then c.relname else n.nspname || '.' || c.relname end as table, a.attname as column
    from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where n.nspname in ('public', 'jobs') and c.relkind in ('r', 'p') and not c.relispartition
      and format_type(a.atttypid, null) ~ 'text|char|json|bytea|inet|cidr|xml|tsvector|hstore'`)
  stored = rows
})
afterAll(() => app[Symbol.asyncDispose]())

test('PRIVACY each text column is in the table, as personal or not', () => {
  const isDocumented = ({ table, column }: { table: string; column: string }) =>
    documented.some((row) => row.table === table && (row.columns.includes('*') || row.columns.includes(column)))
  expect(stored.filter((column) => !isDocumented(column)).map(({ table, column }) => `${table}.${column}`)).toEqual([])
  expect(stored.length).toBeGreaterThan(200)
})

test('PRIVACY each column in the table exists', () => {
  const isStored = (table: string, column: string) => stored.some((one) => one.table === table && (column === '*' || one.column === column))
  const gone = documented.flatMap(({ table, columns }) =>
    columns.filter((column) => !isStored(table, column)).map((column) => `${table}.${column}`),
  )
  expect(gone).toEqual([])
})

test('PRIVACY each job in the table exists', async () => {
  const { rows } = await app.deps.pool.query<{ name: string }>('select name from jobs.queue')
  const existing = new Set(rows.map(({ name }) => name))
  const jobs = rowsOf(personal).flatMap(({ ends }) => [...ends.matchAll(/`([\w.-]+)`/g)].flatMap(([, job = '']) => job))
  expect(jobs.length).toBeGreaterThan(30)
  expect(jobs.filter((job) => !existing.has(job))).toEqual([])
})

test('PRIVACY the retention times are those of the contract', () => {
  const { sessionIdleDays, sessionMaxDays, quarantinedContactDays, auditLogDays, pageErrorDays, importDays, outboxDays, doneJobHours } =
    retention
  for (const words of [
    `${sessionIdleDays} idle days, ${sessionMaxDays} in all`,
    `unopened, ${quarantinedContactDays} days after`,
    `${auditLogDays} days; names are removed`,
    `${pageErrorDays} days | \`visits.cleanup\``,
    `${importDays} days | \`admin.cleanup\``,
    `${outboxDays} days (\`admin.cleanup\`)`,
    `${doneJobHours} hour after completion`,
    `${retention.expiredInvitationDays} days after it ends`,
    `${retention.refusedRecipientDays} days after the last refusal`,
    `${retention.eventDays} days; erased with the contact`,
    `${retention.billingEventDays} days | \`billing.reconcile\``,
  ])
    expect(page).toContain(words)
})
