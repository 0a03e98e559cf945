import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aCard } from '../../../tests/factories/cards.ts'
import { anApp, type TestApp } from '../../../tests/harness/app.ts'
import { signedIn, signedInAs } from '../../../tests/harness/signed-in.ts'
import { addOwner } from '#server/accounts/add-owner.ts'
import { claimCard } from '../claims/claim-card.ts'
import { mailClaimCode } from '../claims/mail-claim-code.job.ts'
import { makeClaimCode } from '../claims/make-claim-code.ts'
import { addReservedAlias, listReservedAliases, listTaken, removeReservedAlias } from './reserve-alias.ts'
import { skeletonOf } from './skeleton-of.ts'
import { findOrCreateAccount } from '#server/accounts/account-store.ts'
import { newId } from '#server/database/new-id.ts'
import type { Mail } from '#server/integrations/mail.ts'

let app: TestApp
const sent: Mail[] = []
beforeAll(async () => {
  app = await anApp({
    outside: { mailer: { send: async (letter) => void sent.push(letter), [Symbol.asyncDispose]: async () => {} } },
  })
})
afterAll(() => app[Symbol.asyncDispose]())

/** Letters only: with digits, a random name occasionally spells a profane word. */
const aName = () =>
  `n${randomUUID()
    .replace(/\W/g, '')
    .slice(0, 14)
    .replace(/\d/g, (digit) => 'ghjklmpqrv'[Number(digit)] ?? '')}`
const aNewCard = (overrides: object = {}) => ({
  submissionId: randomUUID(),
  alias: aName(),
  fullName: 'Ida Maria Berg',
  title: '',
  companyName: '',
  phoneNumber: '',
  emailAddress: '',
  profile: 1 as const,
  ...overrides,
})
/** An account without a card. */
async function newOwner(at: TestApp = app) {
  const email = `${aName()}@example.com`
  await findOrCreateAccount(at.deps.db, { id: newId(), email, name: 'Ida Berg', language: '', now: new Date() })
  return signedInAs(at, email)
}
type Owner = Awaited<ReturnType<typeof signedIn>>
const stateOf = (owner: Owner, alias: string, name?: string) =>
  owner.call('cards.aliasState', { params: { alias }, query: name === undefined ? {} : { name } })
const problemOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (thrown: { problem: { type: string; issues?: { path: string }[] } }) => thrown.problem,
  )

describe('cards.aliasState', () => {
  test('ACCOUNT-1 an available address is returned as it would appear', async () => {
    const owner = await newOwner()
    expect(await stateOf(owner, 'Zoë Lindqvist')).toMatchObject({ state: 'free', alias: 'zoe-lindqvist', suggestions: [] })
  })

  test('AUTH-8 an alias is taken in any case, and suggestions are available', async () => {
    const owner = await newOwner()
    await aCard(app.deps, { alias: 'nora-falk' })
    const answer = await stateOf(owner, 'Nora-Falk', 'Nora Falk')
    expect(answer.state).toBe('taken')
    expect(answer.suggestions).toHaveLength(4)
    for (const one of answer.suggestions) expect(await stateOf(owner, one)).toMatchObject({ state: 'free' })
  })

  test.each([
    ['account', 'reserved', ''],
    ['supp0rt', 'reserved', ''],
    ['carte', 'reserved', ''],
    ['fuck-off', 'refused', 'word'],
    ['mаren', 'refused', 'letters'],
    ['--', 'invalid', ''],
    ['日本', 'invalid', ''],
  ])('%s is %s', async (alias, state, reason) => {
    expect(await stateOf(await newOwner(), alias)).toMatchObject({ state, reason })
  })

  test('AUTH-8 a lookalike alias is refused to others and free to its owner', async () => {
    const card = await aCard(app.deps, { alias: 'bill-morn1ng' })
    expect(await stateOf(await newOwner(), 'bi11-morning')).toMatchObject({ state: 'refused', reason: 'close' })
    expect(await stateOf(await signedIn(app, card.id), 'bi11-morning')).toMatchObject({ state: 'free' })
  })

  test('a demo card blocks only its exact alias', async () => {
    const card = await aCard(app.deps, { alias: 'demo-lilly' })
    await app.deps.db.execute(sql`update subject set is_demo = true where id = ${card.id}`)
    expect(await stateOf(await newOwner(), 'demo-lilly')).toMatchObject({ state: 'taken' })
    expect(await stateOf(await newOwner(), 'demo-1illy')).toMatchObject({ state: 'free' })
  })

  test('a reserved alias and its lookalikes stay reserved until released', async () => {
    const owner = await newOwner()
    await addReservedAlias(app.deps.db, { name: 'Town-Hall', note: 'the town’s' }, new Date())
    expect(await stateOf(owner, 'town-hall')).toMatchObject({ state: 'reserved' })
    expect(await stateOf(owner, 't0wnhall')).toMatchObject({ state: 'reserved' })
    expect(await removeReservedAlias(app.deps.db, 'town-hall')).toBe(true)
    expect(await stateOf(owner, 'town-hall')).toMatchObject({ state: 'free' })
  })

  test('an import finds each of many reserved aliases', async () => {
    const last = `zz-${aName()}`
    await app.deps.db.execute(sql`insert into reserved_alias (name) select 'reserved-' || n from generate_series(1, 1000) n`)
    await addReservedAlias(app.deps.db, { name: last }, new Date())
    expect([...(await listTaken(app.deps.db, [last, aName()])).reserved]).toEqual([last])
    expect(await listReservedAliases(app.deps.db, { after: `${last.slice(0, -1)}`, limit: 1 })).toMatchObject([{ name: last }])
    await app.deps.db.execute(sql`delete from reserved_alias where name like 'reserved-%'`)
  })

  test('the database computes the same skeletons', async () => {
    for (const alias of ['mo-rn-vv-1i0l', 'r-n', 'vvv', 'rrnn-10']) {
      await aCard(app.deps, { alias })
      const { rows } = await app.deps.db.execute<{ skeleton: string }>(sql`select skeleton from alias where name = ${alias}`)
      expect(rows[0]?.skeleton).toBe(skeletonOf(alias))
    }
  })

  test('limits requests to 30 a minute', async () => {
    const busy = await anApp()
    const owner = await newOwner(busy)
    const responses = await Promise.all(
      Array.from({ length: 31 }, () => owner.ask('/remote/api/carte/alias-state/a', { headers: { 'x-csrf': '1' } })),
    )
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(1)
    await busy[Symbol.asyncDispose]()
  })
})

describe('cards.create', () => {
  test('ACCOUNT-1 creates a live card of the account with a 30-day trial', async () => {
    const owner = await newOwner()
    const { alias } = await owner.call('cards.create', { input: aNewCard({ title: 'Baker', emailAddress: 'ida@example.com' }) })
    const answer = await owner.call('cards.read', { params: { alias } })
    expect(answer['{product}']).toMatchObject({ alias, firstName: 'Ida Maria', lastName: 'Berg', title: 'Baker', eCardEnabled: true })
    expect(answer.subscription).toMatchObject({ isTrial: true, isActive: true })
    expect(await owner.call('cards.own')).toMatchObject([{ alias, fullName: 'Ida Maria Berg', isOpen: true }])
  })

  test('an account’s other cards begin without a trial', async () => {
    const owner = await newOwner()
    await owner.call('cards.create', { input: aNewCard() })
    const { alias } = await owner.call('cards.create', { input: aNewCard() })
    expect((await owner.call('cards.read', { params: { alias } })).subscription).toMatchObject({ isTrial: false, isFreemium: true })
  })

  test('a double click and a retry create one card', async () => {
    const owner = await newOwner()
    const newCard = aNewCard()
    const both = await Promise.all([owner.call('cards.create', { input: newCard }), owner.call('cards.create', { input: newCard })])
    const again = await owner.call('cards.create', { input: newCard })
    expect(new Set([...both, again].map(({ alias }) => alias)).size).toBe(1)
    expect(await owner.call('cards.own')).toHaveLength(1)
  })

  test('ACCOUNT-1 a submission names its card to the account that sent it', async () => {
    const [owner, other] = [await newOwner(), await newOwner()]
    const newCard = aNewCard()
    const submitted = (by: Owner) => by.call('cards.submitted', { params: { submissionId: newCard.submissionId } })
    expect(await submitted(owner)).toEqual({ alias: null })
    const { alias } = await owner.call('cards.create', { input: newCard })
    expect([await submitted(owner), await submitted(other)]).toEqual([{ alias }, { alias: null }])
  })

  test('the same submission with other content is refused with a message', async () => {
    const owner = await newOwner()
    const newCard = aNewCard()
    const { alias } = await owner.call('cards.create', { input: newCard })
    for (const other of [{ alias: aName() }, { title: 'Baker' }])
      expect(await problemOf(owner.call('cards.create', { input: { ...newCard, ...other } }))).toMatchObject({
        type: '/problems/input-invalid',
        detail: expect.stringContaining(`at /${alias}`),
      })
    expect(await owner.call('cards.own')).toMatchObject([{ alias }])
  })

  test('AUTH-8 of two concurrent requests for an alias one gets a field error', async () => {
    const [one, other] = [await newOwner(), await newOwner()]
    const alias = aName()
    const answers = await Promise.all([one, other].map((owner) => problemOf(owner.call('cards.create', { input: aNewCard({ alias }) }))))
    expect(answers.filter((answer) => answer === null)).toHaveLength(1)
    expect(answers.find((answer) => answer !== null)).toMatchObject({ type: '/problems/conflict', issues: [{ path: 'alias' }] })
  })

  test('AUTH-8 two accounts can’t get lookalike aliases', async () => {
    const [one, other] = [await newOwner(), await newOwner()]
    const alias = `${aName()}x`
    const overrides = [aNewCard({ alias: `${alias}-1` }), aNewCard({ alias: `${alias}l` })]
    const answers = await Promise.all(
      [one, other].map((owner, at) => problemOf(owner.call('cards.create', { input: overrides[at] ?? aNewCard() }))),
    )
    expect(answers.filter((answer) => answer === null)).toHaveLength(1)
  })

  test.each([
    ['fuck-this', 'addressNotAllowed'],
    ['operator', 'addressReserved'],
    ['---', 'aliasInvalid'],
  ])('%s is refused and nothing is stored', async (alias, code) => {
    const owner = await newOwner()
    expect(await problemOf(owner.call('cards.create', { input: aNewCard({ alias }) }))).toMatchObject({
      issues: [{ path: 'alias', code }],
    })
    expect(await owner.call('cards.own')).toEqual([])
  })

  test('an account can create five cards, even with six concurrent requests', async () => {
    const owner = await newOwner()
    const answers = await Promise.all(Array.from({ length: 6 }, () => problemOf(owner.call('cards.create', { input: aNewCard() }))))
    expect(answers.filter((answer) => answer === null)).toHaveLength(5)
    expect(answers.find((answer) => answer !== null)).toMatchObject({ type: '/problems/card-limit' })
  })

  test('invalid input has field errors; anonymous callers can’t create cards', async () => {
    const owner = await newOwner()
    const bad = await problemOf(owner.call('cards.create', { input: aNewCard({ fullName: ' ', emailAddress: 'nowhere' }) }))
    expect(bad?.issues?.map(({ path }) => path).sort()).toEqual(['emailAddress', 'fullName'])
    expect(await problemOf(app.call('cards.create', { input: aNewCard() }))).toMatchObject({ type: '/problems/not-logged-in' })
  })
})

describe('cards.claim', () => {
  const offCard = (overrides: object = {}) => aCard(app.deps, { plan: 'FREE', eCardEnabled: false, emailAddress: '', ...overrides })
  const claim = (owner: Owner, alias: string, code: string) => problemOf(owner.call('cards.claim', { input: { alias, code } }))

  test('AUTH-8 an administrator’s code claims a card once, on and on trial', async () => {
    const card = await offCard()
    const [owner, second] = [await newOwner(), await newOwner()]
    const { code } = await makeClaimCode(app.deps, card.alias, 'operator')
    expect(await claim(owner, card.alias.toUpperCase(), ` ${code.toLowerCase()} `)).toBeNull()
    expect(await owner.call('cards.own')).toMatchObject([{ alias: card.alias, isOpen: true }])
    expect((await owner.call('cards.read', { params: { alias: card.alias } })).subscription.isTrial).toBe(true)
    expect(await claim(second, card.alias, code)).toMatchObject({ type: '/problems/card-not-found' })
  })

  test('a claimed card has no trial if its owner already has a card', async () => {
    const card = await offCard()
    const owner = await newOwner()
    await owner.call('cards.create', { input: aNewCard() })
    const { code } = await makeClaimCode(app.deps, card.alias, 'operator')
    expect(await claim(owner, card.alias, code)).toBeNull()
    expect((await owner.call('cards.read', { params: { alias: card.alias } })).subscription.isTrial).toBe(false)
  })

  test('of two concurrent claims one gets the card', async () => {
    const card = await offCard()
    const { code } = await makeClaimCode(app.deps, card.alias, 'operator')
    const answers = await Promise.all([claim(await newOwner(), card.alias, code), claim(await newOwner(), card.alias, code)])
    expect(answers.filter((answer) => answer === null)).toHaveLength(1)
  })

  test('wrong, expired and other cards’ codes are refused', async () => {
    const [card, other] = [await offCard(), await offCard()]
    const owner = await newOwner()
    const { code } = await makeClaimCode(app.deps, other.alias, 'operator')
    const { code: old } = await makeClaimCode(app.deps, card.alias, 'operator')
    await app.deps.db.execute(
      sql`update claim_code set created_at = now() - interval '40 days', expires_at = now() - interval '1 day' where subject_id = ${card.id}`,
    )
    for (const wrong of ['ABCD-EFGH', code, old])
      expect(await claim(owner, card.alias, wrong)).toMatchObject({ issues: [{ path: 'code', code: 'cardCodeWrong' }] })
    expect(await owner.call('cards.own')).toEqual([])
  })

  test('limits attempts to five a minute', async () => {
    const card = await offCard()
    const owner = await newOwner()
    const answers = await Promise.all(Array.from({ length: 6 }, () => claim(owner, card.alias, 'AAAA-AAAA')))
    expect(answers.filter((answer) => answer?.type === '/problems/too-many-requests')).toHaveLength(1)
  })

  const tries = (count: number, accountId: string, { id, alias }: { id: string; alias: string }) => {
    const caller = { kind: 'owner' as const, accountId, sessionId: id, subjectIds: [], isAdmin: false }
    const one = () => problemOf(claimCard(app.deps, caller, { alias, code: 'AAAA-AAAA' }))
    return Promise.all(Array.from({ length: count }, one))
  }
  const tooMany = { type: '/problems/too-many-requests' }

  test('ten failures a day block that account only and never end a code', async () => {
    const card = await offCard()
    const { code } = await makeClaimCode(app.deps, card.alias, 'operator')
    const [stranger, owner] = [await newOwner(), await newOwner()]
    const answers = await tries(12, stranger.accountId, card)
    expect(answers.filter((answer) => answer?.issues)).toHaveLength(10)
    expect(await claim(stranger, card.alias, code)).toMatchObject({ ...tooMany, detail: expect.stringContaining('tomorrow') })

    const { accountId } = await newOwner()
    await app.deps.db.execute(sql`insert into claim_try (subject_id, id, account_id, tried_at)
      select ${card.id}, gen_random_uuid(), ${accountId}, now() - interval '2 hours' from generate_series(1, 200)`)
    expect(await claim(stranger, card.alias, code)).toMatchObject(tooMany)
    expect(await claim(owner, card.alias, code)).toBeNull()
    expect((await app.deps.db.execute(sql`select 1 from claim_try where subject_id = ${card.id}`)).rows).toEqual([])
  })

  test('all accounts together get 60 attempts an hour; the code stays valid', async () => {
    const card = await offCard()
    const { code } = await makeClaimCode(app.deps, card.alias, 'operator')
    const owner = await newOwner()
    for (let strangers = 0; strangers < 6; strangers++) {
      const { accountId } = await newOwner()
      await app.deps.db.execute(sql`insert into claim_try (subject_id, id, account_id, tried_at)
        select ${card.id}, gen_random_uuid(), ${accountId}, now() from generate_series(1, 10)`)
    }
    expect(await claim(owner, card.alias, code)).toMatchObject({ ...tooMany, detail: expect.stringContaining('still valid') })
    await app.deps.db.execute(sql`update claim_try set tried_at = tried_at - interval '1 hour' where subject_id = ${card.id}`)
    expect(await claim(owner, card.alias, code)).toBeNull()
  })

  test('a card with an owner answers like a missing one', async () => {
    const owned = await aCard(app.deps)
    await addOwner(app.deps.db, { subjectId: owned.id, email: 'somebody@example.com' }, new Date())
    const owner = await newOwner()
    const answerOf = (alias: string) =>
      problemOf(app.call('cards.claimable', { params: { alias } })).then((problem) => ({ ...problem, requestId: '' }))
    expect(await answerOf(owned.alias)).toEqual(await answerOf('nobody-ever-lived-here'))
    expect(await problemOf(owner.call('cards.requestClaimCode', { input: { alias: owned.alias } }))).toMatchObject({
      type: '/problems/card-not-found',
    })
  })

  test('a code is sent to the card’s email; the response doesn’t reveal it', async () => {
    const [card, mute] = [await offCard({ emailAddress: 'keeper@example.com', isCardDisabled: false }), await offCard()]
    const owner = await newOwner()
    const answers = [card, mute].map(({ alias }) => owner.call('cards.requestClaimCode', { input: { alias } }))
    const [one, other] = await Promise.all(answers)
    expect(one).toEqual(other)
    await app.deps.jobs.settle()
    expect(sent.map(({ to }) => to)).toEqual(['keeper@example.com'])
    const code = /[A-Z]{4}-[A-Z]{4}/.exec(sent[0]?.text ?? '')?.[0] ?? ''
    expect(await claim(owner, card.alias, code)).toBeNull()
  })

  test('an unavailable mail server only delays the code', async () => {
    const { id: subjectId } = await offCard({ emailAddress: `${aName()}@example.com` })
    let letters = 0
    let isAway = true
    const send = async () => {
      if (isAway) throw new Error('The mail server is away')
      letters++
    }
    const job = mailClaimCode({ ...app.deps, mailer: { send, [Symbol.asyncDispose]: async () => {} } })
    const newCard = { subjectId, language: 'en', requestId: newId() }
    for (let tries = 0; tries < 8; tries++) await expect(job.run(newCard)).rejects.toThrow('away')
    isAway = false
    await job.run(newCard)
    for (let overrides = 0; overrides < 8; overrides++) await job.run({ ...newCard, requestId: newId() })
    expect(letters).toBe(5)
  })

  test('a mailed code doesn’t turn a taken-down card back on', async () => {
    const card = await offCard({ isCardDisabled: true })
    const owner = await newOwner()
    const { code } = await makeClaimCode(app.deps, card.alias, 'mail')
    expect(await claim(owner, card.alias, code)).toBeNull()
    expect(await owner.call('cards.own')).toMatchObject([{ isOpen: false }])
  })
})
