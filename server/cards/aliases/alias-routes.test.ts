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
import { putAccount } from '#server/accounts/account-store.ts'
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

/** Of letters alone: digits that stand for letters spell a bad word once in a while. */
const aName = () =>
  `n${randomUUID()
    .replace(/\W/g, '')
    .slice(0, 14)
    .replace(/\d/g, (digit) => 'ghjklmpqrv'[Number(digit)] ?? '')}`
const aWish = (wishes: object = {}) => ({
  submissionId: randomUUID(),
  alias: aName(),
  fullName: 'Ida Maria Berg',
  title: '',
  companyName: '',
  phoneNumber: '',
  emailAddress: '',
  profile: 1 as const,
  ...wishes,
})
/** Somebody with an account and no card. */
async function somebody(at: TestApp = app) {
  const email = `${aName()}@example.com`
  await putAccount(at.needs.db, { id: newId(), email, name: 'Ida Berg', language: '', now: new Date() })
  return signedInAs(at, email)
}
type Owner = Awaited<ReturnType<typeof signedIn>>
const stateOf = (owner: Owner, alias: string, name?: string) =>
  owner.call('cards.aliasState', { params: { alias }, query: name === undefined ? {} : { name } })
const refusal = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (thrown: { problem: { type: string; faults?: { path: string }[] } }) => thrown.problem,
  )

describe('cards.aliasState', () => {
  test('ACCOUNT-1 a free address is free, as it would stand', async () => {
    const owner = await somebody()
    expect(await stateOf(owner, 'Zoë Lindqvist')).toMatchObject({ state: 'free', alias: 'zoe-lindqvist', suggestions: [] })
  })

  test('AUTH-8 a taken one is taken whatever its case, and what is suggested is free', async () => {
    const owner = await somebody()
    await aCard(app.needs, { alias: 'nora-falk' })
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
  ])('%s is %s', async (alias, state, why) => {
    expect(await stateOf(await somebody(), alias)).toMatchObject({ state, why })
  })

  test('AUTH-8 an address that looks like another is refused to strangers and free to its owner', async () => {
    const card = await aCard(app.needs, { alias: 'bill-morn1ng' })
    expect(await stateOf(await somebody(), 'bi11-morning')).toMatchObject({ state: 'refused', why: 'close' })
    expect(await stateOf(await signedIn(app, card.id), 'bi11-morning')).toMatchObject({ state: 'free' })
  })

  test('a demo card keeps its address and nothing like it', async () => {
    const card = await aCard(app.needs, { alias: 'demo-lilly' })
    await app.needs.db.execute(sql`update subject set is_demo = true where id = ${card.id}`)
    expect(await stateOf(await somebody(), 'demo-lilly')).toMatchObject({ state: 'taken' })
    expect(await stateOf(await somebody(), 'demo-1illy')).toMatchObject({ state: 'free' })
  })

  test('what the operator keeps back is reserved, its looks too, until it is let go', async () => {
    const owner = await somebody()
    await addReservedAlias(app.needs.db, { name: 'Town-Hall', note: 'the town’s' }, new Date())
    expect(await stateOf(owner, 'town-hall')).toMatchObject({ state: 'reserved' })
    expect(await stateOf(owner, 't0wnhall')).toMatchObject({ state: 'reserved' })
    expect(await removeReservedAlias(app.needs.db, 'town-hall')).toBe(true)
    expect(await stateOf(owner, 'town-hall')).toMatchObject({ state: 'free' })
  })

  test('however many are kept back, an import knows of each', async () => {
    const last = `zz-${aName()}`
    await app.needs.db.execute(sql`insert into reserved_alias (name) select 'kept-' || n from generate_series(1, 1000) n`)
    await addReservedAlias(app.needs.db, { name: last }, new Date())
    expect([...(await listTaken(app.needs.db, [last, aName()])).reserved]).toEqual([last])
    expect(await listReservedAliases(app.needs.db, { after: `${last.slice(0, -1)}`, limit: 1 })).toMatchObject([{ name: last }])
    await app.needs.db.execute(sql`delete from reserved_alias where name like 'kept-%'`)
  })

  test('the database folds as we do', async () => {
    for (const alias of ['mo-rn-vv-1i0l', 'r-n', 'vvv', 'rrnn-10']) {
      await aCard(app.needs, { alias })
      const { rows } = await app.needs.db.execute<{ skeleton: string }>(sql`select skeleton from alias where name = ${alias}`)
      expect(rows[0]?.skeleton).toBe(skeletonOf(alias))
    }
  })

  test('thirty in a minute are enough', async () => {
    const busy = await anApp()
    const owner = await somebody(busy)
    const asked = await Promise.all(
      Array.from({ length: 31 }, () => owner.ask('/remote/api/carte/alias-state/a', { headers: { 'x-csrf': '1' } })),
    )
    expect(asked.filter(({ status }) => status === 429)).toHaveLength(1)
    await busy[Symbol.asyncDispose]()
  })
})

describe('cards.create', () => {
  test('ACCOUNT-1 makes a card that is live at once, with a trial of 30 days, and one’s own', async () => {
    const owner = await somebody()
    const { alias } = await owner.call('cards.create', { input: aWish({ title: 'Baker', emailAddress: 'ida@example.com' }) })
    const answer = await owner.call('cards.read', { params: { alias } })
    expect(answer['{product}']).toMatchObject({ alias, firstName: 'Ida Maria', lastName: 'Berg', title: 'Baker', eCardEnabled: true })
    expect(answer.subscription).toMatchObject({ isTrial: true, isActive: true })
    expect(await owner.call('cards.own')).toMatchObject([{ alias, fullName: 'Ida Maria Berg', isOpen: true }])
  })

  test('an account’s further cards begin without a trial', async () => {
    const owner = await somebody()
    await owner.call('cards.create', { input: aWish() })
    const { alias } = await owner.call('cards.create', { input: aWish() })
    expect((await owner.call('cards.read', { params: { alias } })).subscription).toMatchObject({ isTrial: false, isFreemium: true })
  })

  test('a double click and a repeat make one card', async () => {
    const owner = await somebody()
    const wish = aWish()
    const both = await Promise.all([owner.call('cards.create', { input: wish }), owner.call('cards.create', { input: wish })])
    const again = await owner.call('cards.create', { input: wish })
    expect(new Set([...both, again].map(({ alias }) => alias)).size).toBe(1)
    expect(await owner.call('cards.own')).toHaveLength(1)
  })

  test('the same press with something else in it is refused in words, and makes nothing', async () => {
    const owner = await somebody()
    const wish = aWish()
    const { alias } = await owner.call('cards.create', { input: wish })
    for (const other of [{ alias: aName() }, { title: 'Baker' }])
      expect(await refusal(owner.call('cards.create', { input: { ...wish, ...other } }))).toMatchObject({
        type: '/problems/input-invalid',
        detail: expect.stringContaining(`at /${alias}`),
      })
    expect(await owner.call('cards.own')).toMatchObject([{ alias }])
  })

  test('AUTH-8 of two who take the same address at once one gets it, the other is told beside the field', async () => {
    const [one, other] = [await somebody(), await somebody()]
    const alias = aName()
    const answers = await Promise.all([one, other].map((owner) => refusal(owner.call('cards.create', { input: aWish({ alias }) }))))
    expect(answers.filter((answer) => answer === null)).toHaveLength(1)
    expect(answers.find((answer) => answer !== null)).toMatchObject({ type: '/problems/conflict', faults: [{ path: 'alias' }] })
  })

  test('AUTH-8 nor do two get addresses that look the same', async () => {
    const [one, other] = [await somebody(), await somebody()]
    const alias = `${aName()}x`
    const wishes = [aWish({ alias: `${alias}-1` }), aWish({ alias: `${alias}l` })]
    const answers = await Promise.all(
      [one, other].map((owner, at) => refusal(owner.call('cards.create', { input: wishes[at] ?? aWish() }))),
    )
    expect(answers.filter((answer) => answer === null)).toHaveLength(1)
  })

  test.each([['fuck-this'], ['operator'], ['---']])('%s is refused and nothing is kept', async (alias) => {
    const owner = await somebody()
    expect(await refusal(owner.call('cards.create', { input: aWish({ alias }) }))).toMatchObject({ faults: [{ path: 'alias' }] })
    expect(await owner.call('cards.own')).toEqual([])
  })

  test('an account makes five cards, also when it asks for six at once', async () => {
    const owner = await somebody()
    const answers = await Promise.all(Array.from({ length: 6 }, () => refusal(owner.call('cards.create', { input: aWish() }))))
    expect(answers.filter((answer) => answer === null)).toHaveLength(5)
    expect(answers.find((answer) => answer !== null)).toMatchObject({ type: '/problems/card-limit' })
  })

  test('bad input is told by field; who is not signed in makes nothing', async () => {
    const owner = await somebody()
    const bad = await refusal(owner.call('cards.create', { input: aWish({ fullName: ' ', emailAddress: 'nowhere' }) }))
    expect(bad?.faults?.map(({ path }) => path).sort()).toEqual(['emailAddress', 'fullName'])
    expect(await refusal(app.call('cards.create', { input: aWish() }))).toMatchObject({ type: '/problems/not-signed-in' })
  })
})

describe('cards.claim', () => {
  const offCard = (wishes: object = {}) => aCard(app.needs, { plan: 'FREE', eCardEnabled: false, emailAddress: '', ...wishes })
  const claim = (owner: Owner, alias: string, code: string) => refusal(owner.call('cards.claim', { input: { alias, code } }))

  test('AUTH-8 a code of the operator’s makes the card one’s own, open and on trial, once', async () => {
    const card = await offCard()
    const [owner, late] = [await somebody(), await somebody()]
    const { code } = await makeClaimCode(app.needs, card.alias, 'operator')
    expect(await claim(owner, card.alias.toUpperCase(), ` ${code.toLowerCase()} `)).toBeNull()
    expect(await owner.call('cards.own')).toMatchObject([{ alias: card.alias, isOpen: true }])
    expect((await owner.call('cards.read', { params: { alias: card.alias } })).subscription.isTrial).toBe(true)
    expect(await claim(late, card.alias, code)).toMatchObject({ type: '/problems/card-not-found' })
  })

  test('a claimed card begins without a trial where its owner has a card already', async () => {
    const card = await offCard()
    const owner = await somebody()
    await owner.call('cards.create', { input: aWish() })
    const { code } = await makeClaimCode(app.needs, card.alias, 'operator')
    expect(await claim(owner, card.alias, code)).toBeNull()
    expect((await owner.call('cards.read', { params: { alias: card.alias } })).subscription.isTrial).toBe(false)
  })

  test('of two who have the code at once one gets the card', async () => {
    const card = await offCard()
    const { code } = await makeClaimCode(app.needs, card.alias, 'operator')
    const answers = await Promise.all([claim(await somebody(), card.alias, code), claim(await somebody(), card.alias, code)])
    expect(answers.filter((answer) => answer === null)).toHaveLength(1)
  })

  test('a wrong code, one that ran out and one of another card open nothing', async () => {
    const [card, other] = [await offCard(), await offCard()]
    const owner = await somebody()
    const { code } = await makeClaimCode(app.needs, other.alias, 'operator')
    const { code: old } = await makeClaimCode(app.needs, card.alias, 'operator')
    await app.needs.db.execute(
      sql`update claim_code set created_at = now() - interval '40 days', expires_at = now() - interval '1 day' where subject_id = ${card.id}`,
    )
    for (const wrong of ['ABCD-EFGH', code, old])
      expect(await claim(owner, card.alias, wrong)).toMatchObject({ faults: [{ path: 'code' }] })
    expect(await owner.call('cards.own')).toEqual([])
  })

  test('no more than five tries in a minute', async () => {
    const card = await offCard()
    const owner = await somebody()
    const answers = await Promise.all(Array.from({ length: 6 }, () => claim(owner, card.alias, 'AAAA-AAAA')))
    expect(answers.filter((answer) => answer?.type === '/problems/too-many-requests')).toHaveLength(1)
  })

  const tries = (count: number, accountId: string, { id, alias }: { id: string; alias: string }) => {
    const caller = { kind: 'owner' as const, accountId, sessionId: id, subjectIds: [], isOperator: false }
    const one = () => refusal(claimCard(app.needs, caller, { alias, code: 'AAAA-AAAA' }))
    return Promise.all(Array.from({ length: count }, one))
  }
  const tooMany = { type: '/problems/too-many-requests' }

  test('who failed ten times in a day is refused, and nobody else: no number of tries ends a code', async () => {
    const card = await offCard()
    const { code } = await makeClaimCode(app.needs, card.alias, 'operator')
    const [stranger, owner] = [await somebody(), await somebody()]
    const answers = await tries(12, stranger.accountId, card)
    expect(answers.filter((answer) => answer?.faults)).toHaveLength(10)
    expect(await claim(stranger, card.alias, code)).toMatchObject({ ...tooMany, detail: expect.stringContaining('tomorrow') })

    const { accountId } = await somebody()
    await app.needs.db.execute(sql`insert into claim_try (subject_id, id, account_id, tried_at)
      select ${card.id}, gen_random_uuid(), ${accountId}, now() - interval '2 hours' from generate_series(1, 200)`)
    expect(await claim(stranger, card.alias, code)).toMatchObject(tooMany)
    expect(await claim(owner, card.alias, code)).toBeNull()
    expect((await app.needs.db.execute(sql`select 1 from claim_try where subject_id = ${card.id}`)).rows).toEqual([])
  })

  test('all together try a card sixty times an hour, and its code is good afterwards', async () => {
    const card = await offCard()
    const { code } = await makeClaimCode(app.needs, card.alias, 'operator')
    const owner = await somebody()
    for (let strangers = 0; strangers < 6; strangers++) {
      const { accountId } = await somebody()
      await app.needs.db.execute(sql`insert into claim_try (subject_id, id, account_id, tried_at)
        select ${card.id}, gen_random_uuid(), ${accountId}, now() from generate_series(1, 10)`)
    }
    expect(await claim(owner, card.alias, code)).toMatchObject({ ...tooMany, detail: expect.stringContaining('stays good') })
    await app.needs.db.execute(sql`update claim_try set tried_at = tried_at - interval '1 hour' where subject_id = ${card.id}`)
    expect(await claim(owner, card.alias, code)).toBeNull()
  })

  test('a card with an owner looks like one that is not there', async () => {
    const owned = await aCard(app.needs)
    await addOwner(app.needs.db, { subjectId: owned.id, email: 'somebody@example.com' }, new Date())
    const owner = await somebody()
    const said = (alias: string) =>
      refusal(app.call('cards.claimable', { params: { alias } })).then((problem) => ({ ...problem, requestId: '' }))
    expect(await said(owned.alias)).toEqual(await said('nobody-ever-lived-here'))
    expect(await refusal(owner.call('cards.requestClaimCode', { input: { alias: owned.alias } }))).toMatchObject({
      type: '/problems/card-not-found',
    })
  })

  test('a code comes to the card’s own address, and the answer does not say whether there is one', async () => {
    const [card, mute] = [await offCard({ emailAddress: 'keeper@example.com', isCardDisabled: false }), await offCard()]
    const owner = await somebody()
    const answers = [card, mute].map(({ alias }) => owner.call('cards.requestClaimCode', { input: { alias } }))
    const [one, other] = await Promise.all(answers)
    expect(one).toEqual(other)
    await app.needs.jobs.settle()
    expect(sent.map(({ to }) => to)).toEqual(['keeper@example.com'])
    const code = /[A-Z]{4}-[A-Z]{4}/.exec(sent[0]?.text ?? '')?.[0] ?? ''
    expect(await claim(owner, card.alias, code)).toBeNull()
  })

  test('a mail server that is away for a while costs nobody their code', async () => {
    const { id: subjectId } = await offCard({ emailAddress: `${aName()}@example.com` })
    let letters = 0
    let isAway = true
    const send = async () => {
      if (isAway) throw new Error('The mail server is away')
      letters++
    }
    const job = mailClaimCode({ ...app.needs, mailer: { send, [Symbol.asyncDispose]: async () => {} } })
    const wish = { subjectId, language: 'en', wishId: newId() }
    for (let tries = 0; tries < 8; tries++) await expect(job.run(wish)).rejects.toThrow('away')
    isAway = false
    await job.run(wish)
    for (let wishes = 0; wishes < 8; wishes++) await job.run({ ...wish, wishId: newId() })
    expect(letters).toBe(5)
  })

  test('what the operator took down, a mailed code does not open again', async () => {
    const card = await offCard({ isCardDisabled: true })
    const owner = await somebody()
    const { code } = await makeClaimCode(app.needs, card.alias, 'mail')
    expect(await claim(owner, card.alias, code)).toBeNull()
    expect(await owner.call('cards.own')).toMatchObject([{ isOpen: false }])
  })
})
