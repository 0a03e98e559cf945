import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CardFields } from '#contract/cards/stored-card.ts'
import { lenderTemplateId } from '#contract/cards/drawing.ts'
import { setPlan } from '#server/billing/orders/set-plan.ts'
import { addVersion } from '#server/cards/editor/add-version.ts'
import { changeCard } from '#server/cards/editor/change-card.ts'
import { removeCard } from '#server/cards/owned/remove-card.ts'
import { aCard } from '../../tests/factories/cards.ts'
import { anApp, type TestApp } from '../../tests/harness/app.ts'
import { reviewProviders, type ReviewProviders } from '../../tests/stand-ins/review-providers.ts'
import { reviewCache } from './tables.ts'

const hourMs = 3_600_000
const clock = { ms: Date.parse('2026-07-01T12:00:00Z'), now: () => new Date(clock.ms) }
const experiments = [{ name: 'FallbackZillowReviews', enabled: true }]

let app: TestApp
let providers: ReviewProviders
beforeAll(async () => {
  providers = await reviewProviders()
  const settings = { bridgeUrl: providers.url, bridgeToken: 'token-1', lenderReviewsUrl: providers.url, lenderPartnerId: 'RD-1' }
  app = await anApp({ settings, outside: { clock } })
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await providers[Symbol.asyncDispose]()
})
beforeEach(async () => {
  await app.needs.db.delete(reviewCache)
  providers.mood = 'good'
  providers.asked = []
})

let people = 0
async function aReviewed(fields: CardFields = {}) {
  const name = String(1_000_000 + ++people)
  const { id, alias } = await aCard(app.needs, {
    zillowWebServicesId: name,
    showZillowReviews: true,
    companyName: `Row ${name}`,
    ...fields,
  })
  const change = (changed: CardFields) => changeCard(app.needs, id, changed)
  const kept = async () => {
    const rows = await app.needs.db.select().from(reviewCache).where(eq(reviewCache.subjectId, id))
    return rows.map(({ source }) => source).sort()
  }
  const look = async () => (await app.call('reviews.agent', { params: { screenName: name, id: '0' } })).reviews.length
  const lookAtLender = () => app.call('reviews.lender', { params: { nmlsId: name } })
  const lookByBusiness = () => app.call('reviews.agentFallback', { params: { screenName: name, businessName: `Row ${name}`, id: '0' } })
  return { id, alias, name, change, kept, look, lookAtLender, lookByBusiness }
}

/** As the quarter of an hour does it, when an answer has become old. */
async function refresh(hours = 7) {
  clock.ms += hours * hourMs
  providers.asked = []
  await app.needs.jobs.enqueue(app.needs.db, 'reviews.refresh-due', {})
  await app.needs.jobs.settle()
}
/** As if this instance had just started: nothing is kept in memory. */
const forget = () => app.needs.changes.write(async (_tx, tell) => tell('everything'))
const putOn = (id: string, plan: 'FREE' | 'PRO') =>
  app.needs.changes.write(async (tx, tell) => {
    await setPlan(tx, id, { plan }, { now: clock.now(), lengths: { trialDays: 30, dunningDays: 14 } })
    tell(`card:${id}`)
  })

describe('reviews.refresh-due', () => {
  test('REV-7 asks anew for what a card shows, whoever looks', async () => {
    const { look, kept } = await aReviewed()
    await look()
    await refresh()
    expect(providers.asked).not.toEqual([])
    expect(await kept()).toEqual(['zillow-agent'])
  })

  test.each<[string, CardFields]>([
    ['is asked for under another name', { zillowWebServicesId: 'somebody-else' }],
    ['shows none from elsewhere', { showZillowReviews: false }],
    ['is taken down', { isCardDisabled: true }],
    ['is switched off by its owner', { eCardEnabled: false }],
    ['may show none', { revokedRights: ['Reviews'] }],
    ['shows a lender’s', { gradeServiceTemplateId: lenderTemplateId }],
  ])('REV-7 what was kept of a card that %s is let go, and nobody is asked', async (_, change) => {
    const card = await aReviewed()
    await card.look()
    await card.change(change)
    await refresh()
    expect(providers.asked).toEqual([])
    expect(await card.kept()).toEqual([])
  })

  test('REV-7 the same of a plan that ended, and of a card that is gone', async () => {
    const [free, gone] = [await aReviewed(), await aReviewed()]
    for (const { look } of [free, gone]) await look()
    await putOn(free.id, 'FREE')
    await removeCard(app.needs, gone.id)
    await refresh()
    expect(providers.asked).toEqual([])
    expect(await free.kept()).toEqual([])
  })

  test.each<[string, CardFields]>([
    ['has another company', { companyName: 'Another row' }],
    ['is in that trial no more', { experiments: [] }],
  ])('REV-7 what was found by the company of a card that %s is let go; what is by name stays', async (_, change) => {
    const card = await aReviewed({ experiments })
    await card.look()
    await card.lookByBusiness()
    await refresh()
    expect(await card.kept()).toEqual(['zillow-agent', 'zillow-fallback'])
    await card.change(change)
    await refresh()
    expect(await card.kept()).toEqual(['zillow-agent'])
    expect(providers.asked.map(({ searchParams }) => searchParams.get('$filter'))).not.toContainEqual(expect.stringContaining('FullName'))
  })

  test('a variant that shows a lender’s keeps them', async () => {
    const card = await aReviewed()
    await app.needs.changes.write((tx) => addVersion(tx, card.id, 'loans', { gradeServiceTemplateId: lenderTemplateId }, clock.now()))
    await card.look()
    await card.lookAtLender()
    await refresh()
    expect(await card.kept()).toEqual(['zillow-agent', 'zillow-lender'])
  })

  test('REV-7 a card that shows them again has them at the first look, and goes on being asked for', async () => {
    const card = await aReviewed()
    await card.look()
    for (const [away, back] of [
      [{ isCardDisabled: true }, { isCardDisabled: false }],
      [{ zillowWebServicesId: 'another' }, { zillowWebServicesId: card.name }],
    ]) {
      await card.change(away ?? {})
      await refresh()
      await card.change(back ?? {})
      expect(await card.look()).toBe(2)
    }
    await refresh()
    expect(await card.kept()).toEqual(['zillow-agent'])
    expect(providers.asked).not.toEqual([])
  })

  test('a name that is changed back in time loses nothing', async () => {
    const card = await aReviewed()
    await card.look()
    await card.change({ zillowWebServicesId: 'another' })
    await card.change({ zillowWebServicesId: card.name })
    providers.mood = 'broken'
    await refresh()
    expect(await card.look()).toBe(2)
  })
})

test('where there is nobody to ask, those that wait for it keep no others waiting', async () => {
  await using bare = await anApp({ outside: { clock } })
  const { id } = await aCard(bare.needs, { zillowWebServicesId: '77', showZillowReviews: true })
  const triedAt = new Date(clock.ms - 7 * hourMs)
  await bare.needs.db
    .insert(reviewCache)
    .values({ subjectId: id, source: 'zillow-agent', sourceKey: '77', answer: {}, fetchedAt: triedAt, triedAt })
  await bare.needs.jobs.enqueue(bare.needs.db, 'reviews.refresh-due', {})
  await bare.needs.jobs.settle()
  const [row] = await bare.needs.db.select().from(reviewCache).where(eq(reviewCache.subjectId, id))
  expect(row).toMatchObject({ answer: {}, fetchedAt: triedAt, triedAt: clock.now() })
})

describe('somebody whom the provider does not know any more', () => {
  test('REV-7 is shown for a day, as one may be lost for an hour, and then no longer', async () => {
    const card = await aReviewed()
    await card.look()
    providers.mood = 'nobody'
    for (const hours of [7, 7, 7]) {
      await refresh(hours)
      expect(await card.look()).toBe(2)
    }
    await refresh()
    await refresh()
    expect(await card.look()).toBe(0)
    expect(JSON.stringify(await app.needs.db.select().from(reviewCache))).not.toContain('Maren')
  })

  test('is asked for no more often than anybody, and shown again once known', async () => {
    const card = await aReviewed()
    providers.mood = 'nobody'
    await card.look()
    await refresh(1)
    await forget()
    await card.look()
    await app.needs.jobs.settle()
    expect(providers.asked).toEqual([])
    providers.mood = 'good'
    await refresh()
    expect(await card.look()).toBe(2)
  })

  test('is not taken for gone while the provider is away, nor after it said nobody once', async () => {
    const card = await aReviewed()
    await card.look()
    for (const mood of ['nobody', 'good', 'broken', 'broken', 'broken', 'broken', 'nobody'] as const) {
      providers.mood = mood
      await refresh()
    }
    expect(await card.look()).toBe(2)
  })
})
