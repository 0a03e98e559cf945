import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#server/database/new-id.ts'
import type { Mail } from '#server/integrations/mail.ts'
import { aCard } from '../tests/factories/cards.ts'
import { anApp, type TestApp } from '../tests/harness/app.ts'
import { eventually } from '../tests/harness/eventually.ts'
import { signedIn } from '../tests/harness/signed-in.ts'
import { runCommand } from '../tests/harness/run-command.ts'

/** A server that runs beside the command. */
let app: TestApp
const mails: Mail[] = []
beforeAll(async () => {
  const mailer = { send: async (mail: Mail) => void mails.push(mail), [Symbol.asyncDispose]: async () => {} }
  app = await anApp({ outside: { mailer } })
})
afterAll(() => app[Symbol.asyncDispose]())

const carte = (...words: string[]) => runCommand(words, { settings: app.settings, now: app.deps.clock.now, columns: 120 })
const actsOf = async (about: string) =>
  (JSON.parse((await carte('audit', about, '--json')).output) as { act: string }[]).map(({ act }) => act).toReversed()
const anAbuseReport = async (subjectId: string, words: string, more = 0) => {
  const id = newId(Date.now())
  await app.deps.db.execute(sql`insert into abuse_report (subject_id, id, submission_id, created_at, kind, words, more)
    values (${subjectId}, ${id}, ${id}, now(), 'fraud', ${words}, ${more})`)
  return id
}
const linkTo = (name: string) => `https://${name}.example/me`
async function aShortLink(name: string) {
  const card = await aCard(app.deps, { services: [{ gradeServiceId: 6, directLink: linkTo(name) }] })
  const path = `/remote/api/public/shorten-url/?longUrl=${encodeURIComponent(linkTo(name))}`
  const short = await (await app.ask(path, { headers: { 'x-csrf': '1' } })).text()
  return { ...card, code: short.split('/s/')[1] ?? '' }
}
const click = async (code: string) => (await app.ask(`/s/${code}`, { redirect: 'manual' })).status

test('reports are listed without control characters and closed once, which is audited', async () => {
  expect(await carte('reports', 'list')).toEqual({ code: 0, output: '', notes: 'There are no open reports.' })
  expect((await carte('reports', 'list', '--closed')).notes).toBe('No reports were closed in the last six months.')
  const { id, alias } = await aCard(app.deps)
  const report = await anAbuseReport(id, 'It asks\u001b[2J for my\nbank.', 7)
  const { code, output } = await carte('reports', 'list')
  expect(code).toBe(0)
  expect(output).toMatch(new RegExp(`/${alias} +fraud`))
  expect(output).toContain('It asks [2J for my bank.')
  expect(output).toContain('and 7 more of this kind')
  expect(JSON.parse((await carte('reports', 'list', '--json')).output)).toMatchObject([{ id: report, alias, kind: 'fraud', more: 7 }])

  expect(await carte('reports', 'close', report)).toMatchObject({ code: 0, output: 'Closed.' })
  expect((await carte('reports', 'list')).notes).toBe('There are no open reports.')
  expect((await carte('reports', 'list', '--closed')).output).toContain(alias)
  expect((await carte('reports', 'close', report)).code).toBe(1)
  expect(await actsOf('report.close')).toEqual(['report.close'])
})

test.each([
  ['reports close', /Give|ID|words/i],
  ['reports close 12', /ID is the id of a report/],
  ['take-down', /Give|ALIAS|words/i],
  ['take-down ALIAS card x --reason Why', /KIND is one of link, review, picture/],
  ['take-down ALIAS link abcdefgh', /A reason is missing: --reason TEXT/],
  ['hosts block', /Give|HOST|words/i],
])('“%s” is a usage error that says why, and changes nothing', async (words, why) => {
  const { alias } = await aCard(app.deps)
  const { code, notes } = await carte(...words.replace('ALIAS', alias).split(' '))
  expect([code, notes]).toEqual([2, expect.stringMatching(why)])
  expect(await actsOf(alias)).toEqual([])
})

test.each([
  'reports close 0190b3c2-7d1e-7000-8000-000000000000',
  'take-down unknown-has-this link abcdefgh --reason Why',
  'take-down ALIAS link abcdefgh --reason Why',
  'take-down ALIAS review unknown --reason Why',
  'take-down ALIAS picture profile --reason Why',
  'take-down ALIAS picture nonsense --reason Why',
  'take-down ALIAS picture profile --undo',
  'hosts unblock never-blocked.example',
  'hosts block ://',
])('“%s” finds nothing to do, and adds no audit entry', async (words) => {
  const { alias } = await aCard(app.deps)
  const before = await actsOf('')
  const { code, output, notes } = await carte(...words.replace('ALIAS', alias).split(' '))
  expect([code, output, notes]).toEqual([1, '', expect.stringMatching(/\w/)])
  expect(await actsOf('')).toEqual(before)
})

test('a link is taken down at once, its owner gets an email, and --undo restores it', async () => {
  const { id, alias, code } = await aShortLink('down')
  const owner = await signedIn(app, id)
  expect(await click(code)).toBe(302)
  const { output } = await carte('take-down', alias, 'link', code, '--reason', 'A copy of a bank')
  expect(output).toContain(`take-down ${alias} link ${code} --undo`)
  expect(await click(code)).toBe(410)
  await eventually(async () => {
    await app.deps.jobs.settle()
    expect(mails.find(({ to }) => to === owner.email)?.text).toContain('A copy of a bank')
  })
  expect((await carte('take-down', alias, 'link', code, '--undo')).output).toBe('Restored.')
  expect(await click(code)).toBe(302)
  expect(await actsOf(alias)).toEqual(['link.disable', 'link.enable'])
  // The code belongs to another card.
  const other = await aCard(app.deps)
  expect((await carte('take-down', other.alias, 'link', code, '--reason', 'Why')).code).toBe(1)
  expect(await click(code)).toBe(302)
})

test.each([
  ['take-down ALIAS link CODE --reason Why', 'link'],
  ['cards disable ALIAS', 'card'],
])('“%s” locks no row while it waits for the queue', async (words, name) => {
  const { alias, code } = await aShortLink(`waiting-${name}`)
  await app.deps.jobs.ready()
  const waiting = await app.deps.db.transaction(async (tx) => {
    await tx.execute(sql`lock table jobs.queue`)
    const command = carte(...words.replace('ALIAS', alias).replace('CODE', code).split(' '))
    const isWaiting = sql`select 1 from pg_locks where relation = 'jobs.queue'::regclass and not granted`
    await eventually(async () => expect((await tx.execute(isWaiting)).rows).toHaveLength(1))
    const { rows } = await tx.execute(sql`select subject_id from short_link where code = ${code} for update nowait`)
    await tx.execute(sql`select 1 from subject where id = ${rows[0]?.subject_id} for update nowait`)
    return { command }
  })
  expect((await waiting.command).code).toBe(0)
})

test('a host is blocked immediately, listed with its reason, and unblocked', async () => {
  expect((await carte('hosts', 'list')).notes).toBe('No hosts are blocked.')
  const { code } = await aShortLink('evil')
  expect(await click(code)).toBe(302)
  expect((await carte('hosts', 'block', 'https://EVIL.example./x', '--reason', 'Copies of banks')).output).toContain('evil.example')
  expect(await click(code)).toBe(410)
  expect((await carte('hosts', 'list')).output).toBe('evil.example  Copies of banks')
  expect(JSON.parse((await carte('hosts', 'list', '--json')).output)).toMatchObject([{ host: 'evil.example', note: 'Copies of banks' }])
  expect((await carte('hosts', 'list', '--after', 'evil.example')).notes).toBe('No hosts are blocked.')
  // Blocking it twice is one block.
  expect((await carte('hosts', 'block', 'evil.example')).code).toBe(0)
  expect((await carte('hosts', 'unblock', 'evil.example')).output).toContain('No longer blocked')
  expect(await click(code)).toBe(302)
  const acts = await actsOf('')
  expect([acts.filter((act) => act === 'host.block').length, acts.filter((act) => act === 'host.release').length]).toEqual([2, 1])
})
