import { isDeepStrictEqual } from 'node:util'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { setAdmin } from '#server/accounts/set-admin.ts'
import { readOwnCardById } from '#server/cards/owned/read-own-card.ts'
import { aCard } from '../factories/cards.ts'
import { anApp, type TestApp } from '../harness/app.ts'
import { countStatements } from '../harness/count-statements.ts'
import { signedIn, signedInAs, type SignedIn } from '../harness/signed-in.ts'
import { buildCall, mixed, type BuiltCall } from './isolation/build-call.ts'
import { withoutMarker, readCatalog, checksumOf, tablesOfOwners, tablesWithoutMarker } from './isolation/owned-rows.ts'
import { unknownIds, isKnownNonId, kindOf, kindsIn, looksLikeId, partsOf, type Ids, type Kind } from './isolation/ids.ts'
import { aboutUnownedCards, expectedErrors } from './isolation/expected-errors.ts'
import { aTenant, marker, type Tenant } from './isolation/a-tenant.ts'

const dayMs = 86_400_000
const start = new Date('2036-06-15T12:00:00Z')
let now = start
let app: TestApp
let victim: Tenant
let catalog: Awaited<ReturnType<typeof readCatalog>>
/** Owners other than the victim. */
let strangers: Record<string, { ids: Ids } & Pick<SignedIn, 'ask'>>
/** Callers whose session has ended. */
let anonymousCallers: Record<string, Pick<SignedIn, 'ask'>>

beforeAll(async () => {
  app = await anApp({ settings: { trustProxy: true }, outside: { clock: { now: () => now } } })
  const { deps } = app
  catalog = await readCatalog(deps.db)

  now = new Date(start.getTime() - 15 * dayMs)
  const expired = await signedIn(app, (await aCard(deps)).id)
  now = start
  victim = await aTenant(app, marker)

  const other = await aTenant(app)
  const former = await aTenant(app)
  await deps.db.execute(sql`insert into membership (subject_id, account_id) values (${victim.subjectId}, ${former.accountId})`)
  await deps.db.execute(sql`delete from membership where subject_id = ${victim.subjectId} and account_id = ${former.accountId}`)
  const off = await aTenant(app)
  await deps.db.execute(sql`update subject set is_card_disabled = true, e_card_enabled = false where id = ${off.subjectId}`)
  const demoted = await aTenant(app)
  await deps.db.execute(sql`update account set is_operator = true where id = ${demoted.accountId}`)
  const ownersOnly = await aTenant(app)
  await deps.db.execute(sql`update account set is_operator = true where id = ${ownersOnly.accountId}`)
  const { rows } = await deps.db.execute<{ email: string }>(sql`select email from account where id = ${demoted.accountId}`)
  await setAdmin(deps.db, rows[0]?.email ?? '', false)
  // Keys that are created on first use.
  await other.call('push.key')
  await other.call('accounts.newPasskey', { input: {} })
  strangers = {
    'another owner': other,
    'a former owner': former,
    'the owner of a card that was switched off': off,
    'an administrator who is one no longer': demoted,
    'an administrator': ownersOnly,
  }

  const ended = await signedIn(app, victim.subjectId)
  await ended.call('accounts.endSession', { input: { id: ended.sessionId } })
  await deps.db.execute(sql`delete from membership where account_id = ${ended.accountId}`)
  anonymousCallers = { anonymous: app, 'a session that was ended': ended, 'a session that ran out': expired }
  await readChecksum()
})
afterAll(() => app[Symbol.asyncDispose]())

const all = Object.values<Endpoint>(endpoints)
const owners = all.filter(({ access }) => access !== 'anyone')
const open = all.filter(({ access }) => access === 'anyone')
const named = (calls: readonly Endpoint[]) => calls.map((endpoint) => [endpoint.name, endpoint] as const)

let checksum: string
const readChecksum = async () => (checksum = await checksumOf(app.deps.db, catalog, victim))
/** The victim's rows are as they were when they were read last. */
async function expectIntact() {
  const before = checksum
  expect(await readChecksum()).toBe(before)
}

/** Rate limit statements: they depend on time, not on the call. */
const isRateLimit = /limit_window/

/** Calls that reveal whether an alias is taken, which is public. */
const isAboutAddresses = ({ name }: Endpoint) => name === 'cards.aliasState' || name === 'cards.create'

/** All of the victim's ids at once, and each kind among the caller's own. */
const waysToCall = (endpoint: Endpoint, who: string): Kind[][] => {
  const kinds = kindsIn(endpoint)
  // Callers who are not administrators are rejected before anything is read, and all strangers see the same card.
  return endpoint.access === 'admin' || who !== 'another owner' || kinds.length < 2 ? [kinds] : [kinds, ...kinds.map((kind) => [kind])]
}

/** Everything in an answer that could reveal a difference, without values that are random for each call. */
async function readAnswer(answer: Response, ids: readonly Ids[]) {
  const text = ids.reduce(
    (remaining, own) => Object.values(own).reduce((left, id) => (id ? left.replaceAll(id, '·') : left), remaining),
    await answer.text(),
  )
  const remaining = text
    .replace(/"requestId":"[^"]+"/, '')
    .replace(/"challenge":"[^"]+"/, '')
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '·')
  const headers = [...answer.headers].filter(([name]) => !['x-request-id', 'set-cookie', 'ratelimit'].includes(name))
  return { status: answer.status, remaining, headers }
}

test('every possible id of a call is in the matrix', () => {
  const unknown = all.flatMap((endpoint) =>
    partsOf(endpoint)
      .filter((part) => looksLikeId(part) && kindOf(endpoint, part.part) === null && !isKnownNonId(endpoint, part.part))
      .map(({ part }) => `${endpoint.name} ${part}`),
  )
  expect(unknown).toEqual([])
  expect(owners.length).toBeGreaterThan(60)
})

test('every table with text has rows of the victim, or a reason not to', async () => {
  const empty = await tablesWithoutMarker(app.deps.db, catalog)
  expect(empty.filter((table) => !(table in withoutMarker))).toEqual([])
  expect(tablesOfOwners(catalog).length).toBeGreaterThan(30)
})

describe.each(named(owners))('%s', (_, endpoint) => {
  test('AUTH-5 is rejected without a session, after its end and after its expiry', async () => {
    const answers = []
    for (const { ask } of Object.values(anonymousCallers)) {
      const { path, init } = buildCall(endpoint, victim.ids)
      answers.push(await readAnswer(await ask(path, init), []))
    }
    expect(answers[0]?.status).toBe(401)
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(JSON.stringify(answers).toLowerCase()).not.toContain(marker)
    await expectIntact()
  })

  test('another owner’s ids look like unknown ids: answer, headers and queries', async () => {
    for (const [who, { ask, ids }] of Object.entries(strangers)) {
      if (endpoint.access === 'admin' && who === 'an administrator') continue
      for (const foreign of waysToCall(endpoint, who)) {
        const nothing = unknownIds()
        const blank = [victim.ids, nothing, ids]
        const attempt = async ({ path, init }: BuiltCall) => {
          using work = countStatements(app.deps.pool)
          const answer = await ask(path, init)
          const text = await answer.clone().text()
          expect(isAboutAddresses(endpoint) ? '' : text.toLowerCase(), `${who} ${foreign.join()}`).not.toContain(marker)
          return { ...(await readAnswer(answer, blank)), statements: work.statements.filter((text) => !isRateLimit.test(text)) }
        }
        const stolen = await attempt(buildCall(endpoint, mixed(ids, victim.ids, foreign)))
        if (foreign.length === 0) continue
        const none = await attempt(buildCall(endpoint, mixed(ids, nothing, foreign)))
        const isPublicState = isAboutAddresses(endpoint) && [200, 409].includes(stolen.status)
        expect({ who, foreign, ...(isPublicState ? none : stolen) }).toEqual({ who, foreign, ...none })
      }
    }
    await expectIntact()
  })
})

describe.each(named(owners.filter(({ access }) => access !== 'admin')))('%s, with the caller’s own ids,', (name, endpoint) => {
  test('works for its owner, and no proxy may cache it', async () => {
    const own = await aTenant(app)
    const attempt = async ({ path, init }: BuiltCall) => readAnswer(await own.ask(path, init), [])
    const isNamed = kindsIn(endpoint).length > 0
    const none = isNamed ? await attempt(buildCall(endpoint, mixed(own.ids, unknownIds(), kindsIn(endpoint)))) : null
    const mine = await attempt(buildCall(endpoint, own.ids))
    expect(mine.status, mine.remaining).toBeLessThan(500)
    expect(mine.status >= 400, mine.remaining).toBe(name in expectedErrors)
    const isOwned = isNamed && !aboutUnownedCards.has(name)
    expect(isOwned && isDeepStrictEqual(mine, none), mine.remaining).toBe(false)
    expect(new Headers(mine.headers).get('cache-control')).toBe('no-store')
  })
})

describe.each(named(open))('%s, which is public,', (_, endpoint) => {
  test('reveals no private data', async () => {
    for (const { ask } of [app, ...Object.values(strangers)]) {
      const { path, init } = buildCall(endpoint, { ...victim.ids, link: 'nobodysCode' })
      const answer = await ask(path, init)
      expect((await answer.text()).toLowerCase()).not.toContain(marker)
      expect(answer.headers.get('location') ?? '').not.toContain(marker)
    }
  })
})

describe.each(named(owners.filter(({ input }) => input)))('the body of %s', (_, endpoint) => {
  test('an invalid, large or mistyped body is a client error and changes nothing', async () => {
    const { path, init } = buildCall(endpoint, victim.ids)
    await readChecksum()
    const bodies = [
      '{',
      '[]',
      'null',
      '"x"',
      '7',
      `{"alias":${JSON.stringify('x'.repeat(300_000))}}`,
      '{"__proto__":{"a":1}}',
      `${'['.repeat(50)}${']'.repeat(50)}`,
      '{"id":{"$ne":1},"clientId":[],"connectedClientId":{},"tags":7,"alias":{"a":1},"SearchFor":{}}',
    ]
    let isLimited = false
    for (const body of bodies) {
      const answer = await victim.ask(path, { ...init, body })
      // Unknown fields are ignored, so such a body is a valid call.
      if (answer.status === 200 && endpoint.input?.safeParse(JSON.parse(body)).success) continue
      expect([400, 404, 413, 422, 429], `${body.slice(0, 40)}: ${answer.status}`).toContain(answer.status)
      isLimited ||= answer.status === 429
    }
    const asText = await victim.ask(path, { ...init, headers: { ...init.headers, 'content-type': 'text/plain' } })
    // The admin area answers 404 to everyone else.
    expect(endpoint.access === 'admin' ? [404] : isLimited ? [415, 429] : [415]).toContain(asText.status)
    await expectIntact()
  })
})

test('a contact call checks the card as well', async () => {
  const { accountId, sessionId } = await aTenant(app)
  const stranger = { kind: 'owner', accountId, sessionId, subjectIds: [], isAdmin: false } as const
  await expect(readOwnCardById(app.deps, stranger, victim.subjectId)).rejects.toMatchObject({ problem: { status: 404 } })
})

test('another owner’s contact as a list cursor shows only own contacts', async () => {
  const [other] = Object.values(strangers)
  const { ids } = victim
  for (const dateCreated of ['2099-01-01T00:00:00.000Z', start.toISOString(), '1970-01-01T00:00:00.000Z']) {
    const body = JSON.stringify({ after: { dateCreated, id: ids.contact }, SearchFor: '' })
    const headers = { 'x-csrf': '1', 'content-type': 'application/json' }
    const answer = await other?.ask('/remote/api/clients/connected-clients/search/1/100/none', { method: 'POST', headers, body })
    const remaining = (await answer?.text()) ?? ''
    expect(remaining.toLowerCase()).not.toContain(marker)
    expect(JSON.parse(remaining)).toMatchObject({ metaData: { totalCount: 0 } })
    expect(!dateCreated.startsWith('2099') || remaining.includes(String(other?.ids.contact))).toBe(true)
  }
})

test('giving up a card or losing a role applies to the next call', async () => {
  const card = await aCard(app.deps)
  const owner = await signedIn(app, card.id)
  const mine = () => owner.ask('/remote/api/carte/own-cards', { headers: { 'x-csrf': '1' } }).then((answer) => answer.text())
  expect(await mine()).toContain(card.alias)
  await app.deps.db.execute(sql`delete from membership where account_id = ${owner.accountId}`)
  expect(await mine()).toBe('[]')
})

test('a new administrator logs in again; an older session gets no role', async () => {
  const owner = await signedIn(app, (await aCard(app.deps)).id)
  const readAdmin = (ask: SignedIn['ask']) => ask('/remote/api/carte/admin', { headers: { 'x-csrf': '1' } }).then(({ status }) => status)
  expect(await readAdmin(owner.ask)).toBe(404)
  await setAdmin(app.deps.db, owner.email, true)
  expect(await readAdmin(owner.ask)).toBe(401)
  const again = await signedInAs(app, owner.email)
  expect(await readAdmin(again.ask)).toBe(200)
  await setAdmin(app.deps.db, owner.email, true)
  expect(await readAdmin(again.ask)).toBe(200)
  await setAdmin(app.deps.db, owner.email, false)
  expect(await readAdmin(again.ask)).toBe(404)
})
