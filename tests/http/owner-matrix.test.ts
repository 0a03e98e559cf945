import { isDeepStrictEqual } from 'node:util'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { setOperator } from '#server/accounts/set-operator.ts'
import { readOwnCardById } from '#server/cards/owned/read-own-card.ts'
import { aCard } from '../factories/cards.ts'
import { anApp, type TestApp } from '../harness/app.ts'
import { countStatements } from '../harness/count-statements.ts'
import { signedIn, signedInAs, type SignedIn } from '../harness/signed-in.ts'
import { aim, mixed, type Aimed } from './isolation/aim.ts'
import { noTreasure, readCatalog, sumOf, tablesOfOwners, tablesWithoutTreasure } from './isolation/holdings.ts'
import { idsOfNothing, isKnownNoId, kindOf, kindsIn, looksLikeId, partsOf, type Ids, type Kind } from './isolation/ids.ts'
import { aboutNobodys, refusedAnyway } from './isolation/refused-anyway.ts'
import { aTenant, treasure, type Tenant } from './isolation/plant.ts'

const dayMs = 86_400_000
const start = new Date('2036-06-15T12:00:00Z')
let now = start
let app: TestApp
let victim: Tenant
let catalog: Awaited<ReturnType<typeof readCatalog>>
/** Who is somebody, and not the victim. */
let strangers: Record<string, { ids: Ids } & Pick<SignedIn, 'ask'>>
/** Who was somebody. */
let nobodies: Record<string, Pick<SignedIn, 'ask'>>

beforeAll(async () => {
  app = await anApp({ settings: { trustProxy: true }, outside: { clock: { now: () => now } } })
  const { needs } = app
  catalog = await readCatalog(needs.db)

  now = new Date(start.getTime() - 15 * dayMs)
  const expired = await signedIn(app, (await aCard(needs)).id)
  now = start
  victim = await aTenant(app, treasure)

  const other = await aTenant(app)
  const former = await aTenant(app)
  await needs.db.execute(sql`insert into membership (subject_id, account_id) values (${victim.subjectId}, ${former.accountId})`)
  await needs.db.execute(sql`delete from membership where subject_id = ${victim.subjectId} and account_id = ${former.accountId}`)
  const off = await aTenant(app)
  await needs.db.execute(sql`update subject set is_card_disabled = true, e_card_enabled = false where id = ${off.subjectId}`)
  const demoted = await aTenant(app)
  await needs.db.execute(sql`update account set is_operator = true where id = ${demoted.accountId}`)
  const ownersOnly = await aTenant(app)
  await needs.db.execute(sql`update account set is_operator = true where id = ${ownersOnly.accountId}`)
  const { rows } = await needs.db.execute<{ email: string }>(sql`select email from account where id = ${demoted.accountId}`)
  await setOperator(needs.db, rows[0]?.email ?? '', false)
  // Keys that are made when the first asks.
  await other.call('push.key')
  await other.call('accounts.newPasskey', { input: {} })
  strangers = {
    'another owner': other,
    'a former owner': former,
    'the owner of a card that was switched off': off,
    'an operator who is one no longer': demoted,
    'an operator': ownersOnly,
  }

  const ended = await signedIn(app, victim.subjectId)
  await ended.call('accounts.endSession', { input: { id: ended.sessionId } })
  await needs.db.execute(sql`delete from membership where account_id = ${ended.accountId}`)
  nobodies = { nobody: app, 'a session that was ended': ended, 'a session that ran out': expired }
})
afterAll(() => app[Symbol.asyncDispose]())

const all = Object.values<Endpoint>(endpoints)
const owners = all.filter(({ access }) => access !== 'anyone')
const open = all.filter(({ access }) => access === 'anyone')
const named = (calls: readonly Endpoint[]) => calls.map((endpoint) => [endpoint.name, endpoint] as const)
const sum = () => sumOf(app.needs.db, catalog, victim)

/** What one server tells the others of how often somebody calls: by its own clock, whatever is asked. */
const isCounting = /limit_window/

/** Whether somebody lives at an address is no secret: these are asked just that. */
const isAboutAddresses = ({ name }: Endpoint) => name === 'cards.aliasState' || name === 'cards.create'

/** With all of the victim's ids at once, and with each kind among one's own. */
const waysToAim = (endpoint: Endpoint, who: string): Kind[][] => {
  const kinds = kindsIn(endpoint)
  // Who is no operator is refused before anything is read; and what a card is to strangers does not hang on which strangers.
  return endpoint.access === 'operator' || who !== 'another owner' || kinds.length < 2 ? [kinds] : [kinds, ...kinds.map((kind) => [kind])]
}

/** All of an answer that may tell one thing from another. What is made anew for each who asks is not looked at. */
async function heard(answer: Response, ids: readonly Ids[]) {
  const text = ids.reduce(
    (said, own) => Object.values(own).reduce((left, id) => (id ? left.replaceAll(id, '·') : left), said),
    await answer.text(),
  )
  const said = text
    .replace(/"requestId":"[^"]+"/, '')
    .replace(/"challenge":"[^"]+"/, '')
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '·')
  const headers = [...answer.headers].filter(([name]) => !['x-request-id', 'set-cookie'].includes(name))
  return { status: answer.status, said, headers }
}

test('every word of a call that could be an id is known to the matrix', () => {
  const unknown = all.flatMap((endpoint) =>
    partsOf(endpoint)
      .filter((part) => looksLikeId(part) && kindOf(endpoint, part.part) === null && !isKnownNoId(endpoint, part.part))
      .map(({ part }) => `${endpoint.name} ${part}`),
  )
  expect(unknown).toEqual([])
  expect(owners.length).toBeGreaterThan(60)
})

test('every table that can hold words holds the victim’s, or says why not', async () => {
  const empty = await tablesWithoutTreasure(app.needs.db, catalog)
  expect(empty.filter((table) => !(table in noTreasure))).toEqual([])
  expect(tablesOfOwners(catalog).length).toBeGreaterThan(30)
})

describe.each(named(owners))('%s', (_, endpoint) => {
  test('AUTH-5 is refused alike to nobody, after the end of a session and past its time: no data, nothing changed', async () => {
    const before = await sum()
    const answers = []
    for (const { ask } of Object.values(nobodies)) {
      const { path, init } = aim(endpoint, victim.ids)
      answers.push(await heard(await ask(path, init), []))
    }
    expect(answers[0]?.status).toBe(401)
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(JSON.stringify(answers).toLowerCase()).not.toContain(treasure)
    expect(await sum()).toBe(before)
  })

  test('another’s ids look like ids that never were, whoever asks: answer, headers and work', async () => {
    const before = await sum()
    for (const [who, { ask, ids }] of Object.entries(strangers)) {
      if (endpoint.access === 'operator' && who === 'an operator') continue
      for (const foreign of waysToAim(endpoint, who)) {
        const nothing = idsOfNothing()
        const blank = [victim.ids, nothing, ids]
        const tell = async ({ path, init }: Aimed) => {
          using work = countStatements(app.needs.pool)
          const answer = await ask(path, init)
          const text = await answer.clone().text()
          expect(isAboutAddresses(endpoint) ? '' : text.toLowerCase(), `${who} ${foreign.join()}`).not.toContain(treasure)
          return { ...(await heard(answer, blank)), statements: work.said.filter((text) => !isCounting.test(text)) }
        }
        const stolen = await tell(aim(endpoint, mixed(ids, victim.ids, foreign)))
        if (foreign.length === 0) continue
        const none = await tell(aim(endpoint, mixed(ids, nothing, foreign)))
        const isNews = isAboutAddresses(endpoint) && [200, 409].includes(stolen.status)
        expect({ who, foreign, ...(isNews ? none : stolen) }).toEqual({ who, foreign, ...none })
      }
    }
    expect(await sum()).toBe(before)
  })
})

describe.each(named(owners.filter(({ access }) => access === 'owner')))('%s, with what is one’s own,', (name, endpoint) => {
  test('is not refused, so that it is the door that refuses others, and nobody on the way keeps the answer', async () => {
    const own = await aTenant(app)
    const tell = async ({ path, init }: Aimed) => heard(await own.ask(path, init), [])
    const none = await tell(aim(endpoint, mixed(own.ids, idsOfNothing(), kindsIn(endpoint))))
    const mine = await tell(aim(endpoint, own.ids))
    expect(mine.status, mine.said).toBeLessThan(500)
    expect(mine.status >= 400, mine.said).toBe(name in refusedAnyway)
    const isTheirs = kindsIn(endpoint).length > 0 && !aboutNobodys.has(name)
    expect(isTheirs && isDeepStrictEqual(mine, none), mine.said).toBe(false)
    expect(new Headers(mine.headers).get('cache-control')).toBe('no-store')
  })
})

describe.each(named(open))('%s, which anybody may ask,', (_, endpoint) => {
  test('gives away nothing that is the owner’s alone', async () => {
    for (const { ask } of [app, ...Object.values(strangers)]) {
      const { path, init } = aim(endpoint, { ...victim.ids, link: 'nobodysCode' })
      const answer = await ask(path, init)
      expect((await answer.text()).toLowerCase()).not.toContain(treasure)
      expect(answer.headers.get('location') ?? '').not.toContain(treasure)
    }
  })
})

describe.each(named(owners.filter(({ input }) => input)))('the body of %s', (_, endpoint) => {
  test('what is no JSON, too much of it, or of the wrong kind gets a right answer and changes nothing', async () => {
    const { path, init } = aim(endpoint, victim.ids)
    const before = await sum()
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
    for (const body of bodies) {
      const answer = await victim.ask(path, { ...init, body })
      // Fields nobody asked for are passed over by name: such a body is a call like any other.
      if (answer.status === 200 && endpoint.input?.safeParse(JSON.parse(body)).success) continue
      expect([400, 404, 413, 422, 429], `${body.slice(0, 40)}: ${answer.status}`).toContain(answer.status)
    }
    const asText = await victim.ask(path, { ...init, headers: { ...init.headers, 'content-type': 'text/plain' } })
    // To who is no operator, such a call is not there at all.
    expect(asText.status).toBe(endpoint.access === 'operator' ? 404 : 415)
    expect(await sum()).toBe(before)
  })
})

test('behind the door of contacts the door of cards is shut, too', async () => {
  const { accountId, sessionId } = await aTenant(app)
  const stranger = { kind: 'owner', accountId, sessionId, subjectIds: [], isOperator: false } as const
  await expect(readOwnCardById(app.needs, stranger, victim.subjectId)).rejects.toMatchObject({ problem: { status: 404 } })
})

test('another’s contact as the place in a list leads through one’s own alone', async () => {
  const [other] = Object.values(strangers)
  const { ids } = victim
  for (const dateCreated of ['2099-01-01T00:00:00.000Z', start.toISOString(), '1970-01-01T00:00:00.000Z']) {
    const body = JSON.stringify({ after: { dateCreated, id: ids.contact }, SearchFor: '' })
    const headers = { 'x-csrf': '1', 'content-type': 'application/json' }
    const answer = await other?.ask('/remote/api/clients/connected-clients/search/1/100/none', { method: 'POST', headers, body })
    const said = (await answer?.text()) ?? ''
    expect(said.toLowerCase()).not.toContain(treasure)
    expect(JSON.parse(said)).toMatchObject({ metaData: { totalCount: 0 } })
    expect(!dateCreated.startsWith('2099') || said.includes(String(other?.ids.contact))).toBe(true)
  }
})

test('who gave a card up, or whose rights were taken back, notices it with the next call', async () => {
  const card = await aCard(app.needs)
  const owner = await signedIn(app, card.id)
  const mine = () => owner.ask('/remote/api/carte/own-cards', { headers: { 'x-csrf': '1' } }).then((answer) => answer.text())
  expect(await mine()).toContain(card.alias)
  await app.needs.db.execute(sql`delete from membership where account_id = ${owner.accountId}`)
  expect(await mine()).toBe('[]')
})

test('whoever becomes an operator signs in anew: a session from before does not rise', async () => {
  const owner = await signedIn(app, (await aCard(app.needs)).id)
  const desk = (ask: SignedIn['ask']) => ask('/remote/api/carte/operator', { headers: { 'x-csrf': '1' } }).then(({ status }) => status)
  expect(await desk(owner.ask)).toBe(404)
  await setOperator(app.needs.db, owner.email, true)
  expect(await desk(owner.ask)).toBe(401)
  const anew = await signedInAs(app, owner.email)
  expect(await desk(anew.ask)).toBe(200)
  await setOperator(app.needs.db, owner.email, true)
  expect(await desk(anew.ask)).toBe(200)
  await setOperator(app.needs.db, owner.email, false)
  expect(await desk(anew.ask)).toBe(404)
})
