import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#server/database/new-id.ts'
import type { Mail } from '#server/integrations/mail.ts'
import { aCard } from '../tests/factories/cards.ts'
import { anApp, type TestApp } from '../tests/harness/app.ts'
import { eventually } from '../tests/harness/eventually.ts'
import { signedIn } from '../tests/harness/signed-in.ts'
import { openHouse } from './open-house.ts'
import { runCarte } from './run-carte.ts'

/** A server that runs meanwhile. */
let app: TestApp
const mails: Mail[] = []
beforeAll(async () => {
  const mailer = { send: async (mail: Mail) => void mails.push(mail), [Symbol.asyncDispose]: async () => {} }
  app = await anApp({ outside: { mailer } })
})
afterAll(() => app[Symbol.asyncDispose]())

async function carte(...words: string[]) {
  const said: string[] = []
  const noted: string[] = []
  await using house = openHouse({
    settings: app.settings,
    terminal: { say: (line) => said.push(line), note: (line) => noted.push(line), columns: 120 },
    clock: app.needs.clock,
    productVersion: '0.1.0',
    signal: new AbortController().signal,
  })
  const code = await runCarte(words, house)
  return { code, said: said.join('\n'), noted: noted.join('\n') }
}
const actsOf = async (about: string) =>
  (JSON.parse((await carte('audit', about, '--json')).said) as { act: string }[]).map(({ act }) => act).toReversed()
const aReport = async (subjectId: string, words: string, more = 0) => {
  const id = newId(Date.now())
  await app.needs.db.execute(sql`insert into abuse_report (subject_id, id, submission_id, created_at, kind, words, more)
    values (${subjectId}, ${id}, ${id}, now(), 'fraud', ${words}, ${more})`)
  return id
}
const place = (name: string) => `https://${name}.example/me`
async function aShortLink(name: string) {
  const card = await aCard(app.needs, { services: [{ gradeServiceId: 6, directLink: place(name) }] })
  const asked = `/remote/api/public/shorten-url/?longUrl=${encodeURIComponent(place(name))}`
  const short = await (await app.ask(asked, { headers: { 'x-csrf': '1' } })).text()
  return { ...card, code: short.split('/s/')[1] ?? '' }
}
const click = async (code: string) => (await app.ask(`/s/${code}`, { redirect: 'manual' })).status

test('reports are listed, whatever stands in them moves no cursor, and are closed once, which is written down', async () => {
  expect(await carte('reports', 'list')).toEqual({ code: 0, said: '', noted: 'None is open.' })
  expect((await carte('reports', 'list', '--closed')).noted).toBe('None was closed in the last half year.')
  const { id, alias } = await aCard(app.needs)
  const report = await aReport(id, 'It asks\u001b[2J for my\nbank.', 7)
  const { code, said } = await carte('reports', 'list')
  expect(code).toBe(0)
  expect(said).toMatch(new RegExp(`/${alias} +fraud`))
  expect(said).toContain('It asks [2J for my bank.')
  expect(said).toContain('and 7 more of this kind')
  expect(JSON.parse((await carte('reports', 'list', '--json')).said)).toMatchObject([{ id: report, alias, kind: 'fraud', more: 7 }])

  expect(await carte('reports', 'close', report)).toMatchObject({ code: 0, said: 'Closed.' })
  expect((await carte('reports', 'list')).noted).toBe('None is open.')
  expect((await carte('reports', 'list', '--closed')).said).toContain(alias)
  expect((await carte('reports', 'close', report)).code).toBe(1)
  expect(await actsOf('report.close')).toEqual(['report.close'])
})

test.each([
  ['reports close', /Give|ID|words/i],
  ['reports close 12', /ID is the id of a report/],
  ['take-down', /Give|ALIAS|words/i],
  ['take-down ALIAS card x --reason Why', /KIND is one of link, review, picture/],
  ['take-down ALIAS link abcdefgh', /Say why: --reason TEXT/],
  ['hosts block', /Give|HOST|words/i],
])('“%s” is not understood, says why, and changes nothing', async (words, why) => {
  const { alias } = await aCard(app.needs)
  const { code, noted } = await carte(...words.replace('ALIAS', alias).split(' '))
  expect([code, noted]).toEqual([2, expect.stringMatching(why)])
  expect(await actsOf(alias)).toEqual([])
})

test.each([
  'reports close 0190b3c2-7d1e-7000-8000-000000000000',
  'take-down nobody-has-this link abcdefgh --reason Why',
  'take-down ALIAS link abcdefgh --reason Why',
  'take-down ALIAS review nobody --reason Why',
  'take-down ALIAS picture profile --reason Why',
  'take-down ALIAS picture nonsense --reason Why',
  'take-down ALIAS picture profile --undo',
  'hosts release never-blocked.example',
  'hosts block ://',
])('“%s” finds nothing to do, and writes nothing down', async (words) => {
  const { alias } = await aCard(app.needs)
  const before = await actsOf('')
  const { code, said, noted } = await carte(...words.replace('ALIAS', alias).split(' '))
  expect([code, said, noted]).toEqual([1, '', expect.stringMatching(/\w/)])
  expect(await actsOf('')).toEqual(before)
})

test('a link that is taken down stops at the running server’s next click, its owner is told, and --undo brings it back', async () => {
  const { id, alias, code } = await aShortLink('down')
  const owner = await signedIn(app, id)
  expect(await click(code)).toBe(302)
  const { said } = await carte('take-down', alias, 'link', code, '--reason', 'A copy of a bank')
  expect(said).toContain(`take-down ${alias} link ${code} --undo`)
  expect(await click(code)).toBe(410)
  await eventually(async () => {
    await app.needs.jobs.settle()
    expect(mails.find(({ to }) => to === owner.email)?.text).toContain('A copy of a bank')
  })
  expect((await carte('take-down', alias, 'link', code, '--undo')).said).toBe('It is up again.')
  expect(await click(code)).toBe(302)
  expect(await actsOf(alias)).toEqual(['link.disable', 'link.enable'])
  // Another card's code is none of this one's.
  const other = await aCard(app.needs)
  expect((await carte('take-down', other.alias, 'link', code, '--reason', 'Why')).code).toBe(1)
  expect(await click(code)).toBe(302)
})

test.each([
  ['take-down ALIAS link CODE --reason Why', 'link'],
  ['cards disable ALIAS', 'card'],
])('“%s” locks no row while it waits for the queue', async (words, name) => {
  const { alias, code } = await aShortLink(`waiting-${name}`)
  await app.needs.jobs.ready()
  const waiting = await app.needs.db.transaction(async (tx) => {
    await tx.execute(sql`lock table jobs.queue`)
    const command = carte(...words.replace('ALIAS', alias).replace('CODE', code).split(' '))
    const isWaiting = sql`select 1 from pg_locks where relation = 'jobs.queue'::regclass and not granted`
    await eventually(async () => expect((await tx.execute(isWaiting)).rows).toHaveLength(1))
    await tx.execute(sql`select 1 from short_link join subject on id = subject_id where code = ${code} for update nowait`)
    return { command }
  })
  expect((await waiting.command).code).toBe(0)
})

test('a host is blocked for the running server at once, listed with its reason, and released', async () => {
  expect((await carte('hosts', 'list')).noted).toBe('None is blocked.')
  const { code } = await aShortLink('evil')
  expect(await click(code)).toBe(302)
  expect((await carte('hosts', 'block', 'https://EVIL.example./x', '--reason', 'Copies of banks')).said).toContain('evil.example')
  expect(await click(code)).toBe(410)
  expect((await carte('hosts', 'list')).said).toBe('evil.example  Copies of banks')
  expect(JSON.parse((await carte('hosts', 'list', '--json')).said)).toMatchObject([{ host: 'evil.example', note: 'Copies of banks' }])
  expect((await carte('hosts', 'list', '--after', 'evil.example')).noted).toBe('None is blocked.')
  // Blocked once more it is the same block.
  expect((await carte('hosts', 'block', 'evil.example')).code).toBe(0)
  expect((await carte('hosts', 'release', 'evil.example')).said).toContain('a host like others')
  expect(await click(code)).toBe(302)
  const acts = await actsOf('')
  expect([acts.filter((act) => act === 'host.block').length, acts.filter((act) => act === 'host.release').length]).toEqual([2, 1])
})
