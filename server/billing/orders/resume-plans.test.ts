import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { listCardIds } from '#server/cards/card-store.ts'
import { subjects } from '#server/cards/tables.ts'
import { readInstallation } from '#server/database/installation.ts'
import { aCard } from '../../../tests/factories/cards.ts'
import { anApp, type TestApp } from '../../../tests/harness/app.ts'
import { stateAt, type PlanSettings } from '../subscriptions/describe-subscription.ts'
import { findSubscription } from '../subscriptions/subscription-store.ts'
import { subscriptions, type Subscription } from '../tables.ts'
import { resumePlans, resumePlansJob, switchPlans } from './resume-plans.ts'

const dayMs = 86_400_000
const inDays = (days: number) => new Date(now.getTime() + days * dayMs)
let now = new Date('2026-06-01T12:00:00Z')

let app: TestApp
beforeAll(async () => {
  app = await anApp({ outside: { clock: { now: () => now } } })
})
afterAll(() => app[Symbol.asyncDispose]())
beforeEach(async () => {
  now = new Date('2026-06-01T12:00:00Z')
  await app.deps.db.delete(subjects)
})

/** As at a start with this setting. Two cards at a time, so that several batches are needed. */
const start = (plans: boolean, { trialDays = 30, list = listCardIds, log = app.deps.log } = {}) =>
  resumePlans({
    ...app.deps,
    log,
    settings: { plans, trialDays },
    listCardIds: (tx, after) => list(tx, after, 2),
  })

/** As a change in the admin. Returns whether every card then keeps PRO, which ends with the job. */
async function change(plans: boolean): Promise<boolean> {
  const settings: PlanSettings = { plans: !plans }
  await switchPlans({ ...app.deps, settings, onTrials: () => {} }, { plans, trialDays: 30 })
  return settings.areTrialsPending ?? false
}
const runJob = (list = listCardIds) => resumePlansJob({ ...app.deps, listCardIds: (tx, after) => list(tx, after, 2) }).run({})

async function aCardWith(state?: Subscription['state'], fields: Partial<Subscription> = {}): Promise<string> {
  const { id } = await aCard(app.deps, { plan: state ? 'PRO' : 'FREE' })
  if (state)
    await app.deps.db
      .update(subscriptions)
      .set({ state, paidUntil: null, ...fields })
      .where(eq(subscriptions.subjectId, id))
  return id
}
const read = (id: string) => findSubscription(app.deps.db, id)
async function stateOf(id: string) {
  const row = await read(id)
  return [stateAt(row, now), (row?.trialEndsAt ?? row?.paidUntil)?.toISOString() ?? '']
}

test('plans that were never off change nothing', async () => {
  const free = await aCardWith()
  await start(true)
  expect(await stateOf(free)).toEqual(['none', ''])
})

test('turning plans off changes no card; turning them on starts a trial for each', async () => {
  const cards = [
    await aCardWith(),
    await aCardWith('trial', { trialEndsAt: inDays(-40) }),
    await aCardWith('paid', { paidUntil: inDays(-3) }),
    await aCardWith('cancelled', { provider: 'stripe', subscriptionId: 'sub_1' }),
    await aCardWith('unpaid'),
  ]
  const before = await Promise.all(cards.map(read))
  await start(false)
  await start(false)
  expect(await Promise.all(cards.map(read))).toEqual(before)

  now = inDays(100)
  await start(true)
  const trial = ['trial', inDays(30).toISOString()]
  expect(await Promise.all(cards.map(stateOf))).toEqual(cards.map(() => trial))
  expect(await readInstallation(app.deps.db, 'plans')).toBeNull()

  now = inDays(31)
  await start(true)
  expect((await Promise.all(cards.map(stateOf))).map(([state]) => state)).toEqual(cards.map(() => 'expired'))
})

test('what lasts longer stays, and a shorter paid time is extended', async () => {
  const long = await aCardWith('paid', { paidUntil: inDays(200) })
  const short = await aCardWith('paid', { paidUntil: inDays(5) })
  const granted = await aCardWith('trial', { trialEndsAt: inDays(60) })
  await start(false)
  await start(true)
  expect(await stateOf(long)).toEqual(['paid', inDays(200).toISOString()])
  expect(await stateOf(short)).toEqual(['paid', inDays(30).toISOString()])
  expect(await stateOf(granted)).toEqual(['trial', inDays(60).toISOString()])
})

test('a subscription that the payment service runs is not touched', async () => {
  const at = (subscriptionId: string) => ({ provider: 'stripe', subscriptionId, customerId: `cus_${subscriptionId}` })
  const cards = [
    await aCardWith('paid', { ...at('sub_2'), paidUntil: inDays(5) }),
    await aCardWith('trial', { ...at('sub_3'), trialEndsAt: inDays(2) }),
    await aCardWith('dunning', { ...at('sub_4'), dunningUntil: inDays(2) }),
    await aCardWith('unpaid', at('sub_5')),
  ]
  const before = await Promise.all(cards.map(read))
  await start(false)
  await start(true)
  expect(await Promise.all(cards.map(read))).toEqual(before)
})

function interrupted(): typeof listCardIds {
  let calls = 0
  return (tx, after, limit) => {
    if (++calls === 2) throw new Error('interrupted')
    return listCardIds(tx, after, limit)
  }
}

test('a start that is interrupted is continued by the next, with the same end', async () => {
  const cards = [await aCardWith(), await aCardWith(), await aCardWith(), await aCardWith(), await aCardWith()]
  await start(false)
  await expect(start(true, { list: interrupted() })).rejects.toThrow('interrupted')
  const end = inDays(30).toISOString()
  expect((await Promise.all(cards.map(stateOf))).filter(([state]) => state === 'trial')).toHaveLength(2)

  now = inDays(1)
  await start(true)
  expect(await Promise.all(cards.map(stateOf))).toEqual(cards.map(() => ['trial', end]))
})

test('a change leaves the trials to a job, which continues if it is interrupted', async () => {
  const cards = [await aCardWith(), await aCardWith(), await aCardWith(), await aCardWith(), await aCardWith()]
  const states = async () => (await Promise.all(cards.map(stateOf))).map(([state]) => state)
  expect([await change(false), await change(true)]).toEqual([false, true])
  expect(await states()).toEqual(cards.map(() => 'none'))
  const end = inDays(30).toISOString()
  await expect(runJob(interrupted())).rejects.toThrow('interrupted')
  expect((await states()).filter((state) => state === 'trial')).toHaveLength(2)

  now = inDays(1)
  expect(await change(true)).toBe(true)
  await runJob()
  expect(await Promise.all(cards.map(stateOf))).toEqual(cards.map(() => ['trial', end]))
  expect(await change(true)).toBe(false)
  await runJob()
  expect(await Promise.all(cards.map(stateOf))).toEqual(cards.map(() => ['trial', end]))
})

test('the job ends when plans are off again, and the next change gives every card a full trial', async () => {
  const cards = [await aCardWith(), await aCardWith(), await aCardWith()]
  await change(false)
  await change(true)
  await expect(runJob(interrupted())).rejects.toThrow('interrupted')
  await change(false)
  await runJob()
  expect((await Promise.all(cards.map(stateOf))).filter(([state]) => state === 'none')).toHaveLength(1)
  now = inDays(2)
  await change(true)
  await runJob()
  expect(await Promise.all(cards.map(stateOf))).toEqual(cards.map(() => ['trial', inDays(30).toISOString()]))
})

test('the log announces the trials before the first is written', async () => {
  const free = await aCardWith()
  await start(false)
  const info = () => {
    throw new Error('logged')
  }
  await expect(start(true, { log: { ...app.deps.log, info } })).rejects.toThrow('logged')
  expect(await stateOf(free)).toEqual(['none', ''])
})

test('instances that start together share the work', async () => {
  const cards = await Promise.all(Array.from({ length: 7 }, () => aCardWith()))
  await start(false)
  await Promise.all([start(true), start(true), start(true)])
  expect(await Promise.all(cards.map(stateOf))).toEqual(cards.map(() => ['trial', inDays(30).toISOString()]))
})

test('without trials, cards return to the plan they had', async () => {
  const [free, paid] = [await aCardWith(), await aCardWith('paid', { paidUntil: inDays(5) })]
  await start(false)
  await start(true, { trialDays: 0 })
  expect(await stateOf(free)).toEqual(['none', ''])
  expect(await stateOf(paid)).toEqual(['paid', inDays(5).toISOString()])
  expect(await readInstallation(app.deps.db, 'plans')).toBeNull()
})
