import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from 'drizzle-orm'
import { accessKeysMax, scopes, type Scope } from '#contract/access-key-choices.ts'
import { isProblem } from '#contract/api.ts'
import { removeCard } from '#server/cards/owned/remove-card.ts'
import { silentLog } from '#server/integrations/silent-log.ts'
import { aCard } from '../../tests/factories/cards.ts'
import { anApp, type TestApp } from '../../tests/harness/app.ts'
import { signedIn } from '../../tests/harness/signed-in.ts'
import { mailboxes } from '../../tests/stand-ins/mailboxes.ts'
import { exportKeys } from './export-keys.ts'
import { eventually } from '../../tests/harness/eventually.ts'

const start = new Date('2036-06-15T15:00:00Z')
const minuteMs = 60_000
let now = start
let app: TestApp
const { mailer, mails: sent } = mailboxes()
const logged: unknown[] = []
const log = { ...silentLog, info: (...line: unknown[]) => void logged.push(line) }
beforeAll(async () => {
  app = await anApp({ settings: { trustProxy: true }, outside: { clock: { now: () => now }, mailer, log } })
})
beforeEach(() => {
  now = start
})
afterAll(() => app[Symbol.asyncDispose]())

const problemOf = async (call: Promise<unknown>) => {
  const thrown: unknown = await call.catch((error: unknown) => error)
  return isProblem(thrown) ? thrown.problem : thrown
}
const inMinutes = (minutes: number) => new Date(start.getTime() + minutes * minuteMs)

async function anOwner() {
  const { id: subjectId, alias } = await aCard(app.deps)
  const owner = await signedIn(app, subjectId)
  const create = (more: { name?: string; scopes?: Scope[]; expiresAt?: string | null } = {}) =>
    owner.call('accessKeys.create', { input: { alias, name: 'Zapier', scopes: ['contacts:read'], expiresAt: null, ...more } })
  const list = () => owner.call('accessKeys.list', { query: { alias } })
  return { ...owner, subjectId, alias, create, list }
}

const withKey = (authorization: string, path = '/api/v1/contacts', init: RequestInit = {}) =>
  app.ask(path, { ...init, headers: { authorization, ...init.headers } })
const statusWith = async (...request: Parameters<typeof withKey>) => (await withKey(...request)).status

describe('accessKeys.create', () => {
  test('tells every owner of the card by email, in their language, and the log', async () => {
    const owner = await anOwner()
    const other = await signedIn(app, owner.subjectId)
    await app.deps.db.execute(sql`update account set language = 'fr-FR' where id = ${other.accountId}`)
    const { id } = await owner.create({ name: 'Zapier' })
    await app.deps.jobs.settle()
    const mails = sent.filter(({ subject }) => subject.includes(owner.alias))
    expect(mails.map(({ subject }) => subject).toSorted()).toEqual([
      `${owner.alias} a une nouvelle clé d’API`,
      `${owner.alias} has a new API key`,
    ])
    expect(mails.every(({ text }) => text.includes('Zapier') && text.includes(`/${owner.alias}/connections`))).toBe(true)
    await owner.call('accessKeys.revoke', { input: { alias: owner.alias, id } })
    const of = { subjectId: owner.subjectId, keyId: id }
    expect(logged).toEqual(
      expect.arrayContaining([
        ['access-key-created', of],
        ['access-key-revoked', of],
      ]),
    )
  })

  test('shows the key once, and stores a hash', async () => {
    const owner = await anOwner()
    const { id, key } = await owner.create({ name: 'Our\nCRM', scopes: ['contacts:read', 'card:read', 'contacts:read'] })
    expect(key).toMatch(/^carte_[\w-]{43}$/)
    expect(await owner.list()).toEqual([
      {
        id,
        name: 'Our CRM',
        start: key.slice(0, 9),
        end: key.slice(-2),
        scopes: ['contacts:read', 'card:read'],
        createdAt: start.toISOString(),
        lastUsedAt: null,
        expiresAt: null,
      },
    ])
    const { rows } = await app.deps.db.execute(sql`select to_jsonb(k)::text as text from access_key k where id = ${id}`)
    expect(JSON.stringify(rows)).not.toContain(key.slice(9, -2))
  })

  test('needs a name, a known scope, an end in the future and within five years', async () => {
    const { create } = await anOwner()
    const bad = [
      { name: ' ' },
      { name: 'x'.repeat(81) },
      { scopes: [] },
      { scopes: ['contacts:all'] as unknown as Scope[] },
      { expiresAt: start.toISOString() },
      { expiresAt: '2041-07-01T00:00:00Z' },
      { expiresAt: 'soon' },
    ]
    for (const one of bad) expect(await problemOf(create(one)), JSON.stringify(one)).toMatchObject({ status: 422 })
    expect(await create({ expiresAt: inMinutes(1).toISOString() })).toMatchObject({ key: expect.any(String) })
  })

  test('is refused if the login ends meanwhile, such as by a new password', async () => {
    const { create, accountId, sessionId, subjectId } = await anOwner()
    const { db } = app.deps
    const creating = await db.transaction(async (tx) => {
      await tx.execute(sql`select 1 from account where id = ${accountId} for no key update`)
      const pending = problemOf(create())
      await eventually(async () => expect((await db.execute(sql`select 1 from pg_locks where not granted`)).rows).not.toEqual([]))
      await tx.execute(sql`delete from session where id = ${sessionId}`)
      return { pending }
    })
    expect(await creating.pending).toMatchObject({ status: 401, type: '/problems/recent-login-required' })
    expect((await db.execute(sql`select 1 from access_key where subject_id = ${subjectId}`)).rows).toEqual([])
  })

  test('needs a recent login', async () => {
    const { create } = await anOwner()
    now = inMinutes(16)
    expect(await problemOf(create())).toMatchObject({ status: 401, type: '/problems/recent-login-required' })
  })

  test('stops at the most keys of a card, also at once', async () => {
    const { create, list } = await anOwner()
    const made = await Promise.all(Array.from({ length: accessKeysMax + 2 }, () => problemOf(create())))
    expect(made.filter((one) => isProblem({ problem: one }) && 'status' in Object(one))).toHaveLength(2)
    expect(await list()).toHaveLength(accessKeysMax)
  })
})

describe('a key', () => {
  test('works in the header of bearer tokens, and notes its use once a minute', async () => {
    const owner = await anOwner()
    const { key } = await owner.create()
    expect(await statusWith(`Bearer ${key}`)).toBe(200)
    now = inMinutes(0.5)
    expect(await statusWith(`bearer  ${key}`)).toBe(200)
    expect((await owner.list())[0]?.lastUsedAt).toBe(start.toISOString())
    now = inMinutes(2)
    expect(await statusWith(`BEARER ${key}`)).toBe(200)
    expect((await owner.list())[0]?.lastUsedAt).toBe(now.toISOString())
  })

  test('that is missing, malformed, unknown, expired or revoked gets one answer', async () => {
    const owner = await anOwner()
    const { key } = await owner.create()
    const { key: ending } = await owner.create({ expiresAt: inMinutes(5).toISOString() })
    const { id, key: revoked } = await owner.create()
    for (const one of [ending, revoked]) expect(await statusWith(`Bearer ${one}`)).toBe(200)
    await owner.call('accessKeys.revoke', { input: { alias: owner.alias, id } })
    now = inMinutes(5)
    const attempts = [
      '',
      'Bearer',
      key,
      `Basic ${key}`,
      `Bearer ${key.slice(0, -1)}`,
      `Bearer ${key}x`,
      `Bearer ${key} ${key}`,
      `Bearer ${key.toUpperCase()}`,
      `Bearer carte_${'A'.repeat(43)}`,
      `Bearer ${ending}`,
      `Bearer ${revoked}`,
    ]
    const answers = []
    for (const attempt of attempts) {
      const answer = await withKey(attempt)
      answers.push([answer.status, answer.headers.get('www-authenticate'), (await answer.text()).replace(/"requestId":"[^"]+"/, '')])
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(answers[0]).toEqual([401, 'Bearer', expect.stringContaining('/problems/key-invalid')])
    expect(() => new Request('http://localhost', { headers: { authorization: `Bearer ${key.slice(0, 20)}\r\nx-y: 1` } })).toThrow(TypeError)
  })

  test('with too small a scope is refused by the name of the missing one', async () => {
    const owner = await anOwner()
    const { key } = await owner.create({ scopes: scopes.filter((scope) => scope !== 'contacts:write') })
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"name":"Ada"}' }
    const answer = await withKey(`Bearer ${key}`, '/api/v1/contacts', init)
    expect(answer.headers.get('www-authenticate')).toBe('Bearer error="insufficient_scope", scope="contacts:write"')
    expect(await answer.json()).toMatchObject({
      status: 403,
      type: '/problems/scope-missing',
      detail: expect.stringContaining('contacts:write'),
    })
  })

  test('is no login, and a login is no key', async () => {
    const owner = await anOwner()
    const { key } = await owner.create({ scopes: [...scopes] })
    const asOwner = { headers: { 'x-csrf': '1' } }
    expect(await statusWith(`Bearer ${key}`, '/remote/api/carte/own-cards', asOwner)).toBe(401)
    expect((await owner.ask('/api/v1/contacts', asOwner)).status).toBe(401)
  })

  test('gets no answer that another site could read', async () => {
    const { key } = await (await anOwner()).create()
    const answer = await withKey(`Bearer ${key}`, '/api/v1/contacts', { headers: { origin: 'https://evil.example' } })
    expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([])
    expect((await withKey(`Bearer ${key}`, '/api/v1/contacts', { method: 'PUT' })).headers.get('allow')).toBe('GET, HEAD, POST, OPTIONS')
  })

  test('ends with its card, and is in the archive without anything usable', async () => {
    const owner = await anOwner()
    const { key } = await owner.create({ expiresAt: inMinutes(9).toISOString() })
    expect(await exportKeys(app.deps.db, owner.subjectId)).toEqual([
      {
        name: 'Zapier',
        start: key.slice(0, 9),
        scopes: ['contacts:read'],
        createdAt: start.toISOString(),
        lastUsedOn: null,
        expiresAt: inMinutes(9).toISOString(),
      },
    ])
    await removeCard(app.deps, owner.subjectId)
    expect(await statusWith(`Bearer ${key}`)).toBe(401)
  })
})

test('the limit is per key, and its headers say what is left', async () => {
  const owner = await anOwner()
  const { key } = await owner.create()
  const answer = await withKey(`Bearer ${key}`)
  expect(answer.headers.get('ratelimit-policy')).toBe('"calls";q=300;w=60')
  expect(answer.headers.get('ratelimit')).toMatch(/^"calls";r=299;t=\d+$/)
  await Promise.all(Array.from({ length: 299 }, () => withKey(`Bearer ${key}`)))
  const refused = await withKey(`Bearer ${key}`, '/api/v1/events')
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, expect.stringMatching(/^\d+$/)])
  expect(refused.headers.get('ratelimit')).toMatch(/^"calls";r=0;/)
  expect(await statusWith(`Bearer ${(await owner.create()).key}`)).toBe(200)
})

test('wrong keys are limited per client address', async () => {
  const wrong = (from: string) => statusWith('Bearer wrong', '/api/v1/contacts', { headers: { 'x-forwarded-for': from } })
  const answers = await Promise.all(Array.from({ length: 301 }, () => wrong('203.0.113.9')))
  expect(answers.filter((status) => status === 429)).toHaveLength(1)
  expect(await wrong('203.0.113.10')).toBe(401)
})
