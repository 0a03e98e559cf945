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
  await app.deps.db.delete(reviewCache)
  providers.mood = 'good'
  providers.requests = []
})

let people = 0
async function aReviewed(fields: CardFields = {}) {
  const name = String(1_000_000 + ++people)
  const { id, alias } = await aCard(app.deps, {
    zillowWebServicesId: name,
    showZillowReviews: true,
    companyName: `Row ${name}`,
    ...fields,
  })
  const change = (changed: CardFields) => changeCard(app.deps, id, changed)
  const storedSources = async () => {
    const rows = await app.deps.db.select().from(reviewCache).where(eq(reviewCache.subjectId, id))
    return rows.map(({ source }) => source).sort()
  }
  const look = async () => (await app.call('reviews.agent', { params: { screenName: name, id: '0' } })).reviews.length
  const requestLenderReviews = () => app.call('reviews.lender', { params: { nmlsId: name } })
  const lookByBusiness = () => app.call('reviews.agentFallback', { params: { screenName: name, businessName: `Row ${name}`, id: '0' } })
  return { id, alias, name, change, storedSources, look, requestLenderReviews, lookByBusiness }
}

/** What the scheduled job does once reviews are due. */
async function refresh(hours = 7) {
  clock.ms += hours * hourMs
  providers.requests = []
  await app.deps.jobs.enqueue(app.deps.db, 'reviews.refresh-due', {})
  await app.deps.jobs.settle()
}
/** As after a restart: nothing is cached in memory. */
const forget = () => app.deps.changes.write(async (_tx, notify) => notify('everything'))
const setPlanOf = (id: string, plan: 'FREE' | 'PRO') =>
  app.deps.changes.write(async (tx, notify) => {
    await setPlan(tx, id, { plan }, { now: clock.now(), lengths: { trialDays: 30, dunningDays: 14 } })
    notify(`card:${id}`)
  })

describe('reviews.refresh-due', () => {
  test('REV-7 refreshes what a card displays', async () => {
    const { look, storedSources } = await aReviewed()
    await look()
    await refresh()
    expect(providers.requests).not.toEqual([])
    expect(await storedSources()).toEqual(['zillow-agent'])
  })

  test.each<[string, CardFields]>([
    ['has another name at the provider', { zillowWebServicesId: 'another-name' }],
    ['hides external reviews', { showZillowReviews: false }],
    ['is taken down', { isCardDisabled: true }],
    ['is switched off by its owner', { eCardEnabled: false }],
    ['lost the right to reviews', { revokedRights: ['Reviews'] }],
    ['displays a lender’s reviews', { gradeServiceTemplateId: lenderTemplateId }],
  ])('REV-7 reviews of a card that %s are deleted without a request', async (_, change) => {
    const card = await aReviewed()
    await card.look()
    await card.change(change)
    await refresh()
    expect(providers.requests).toEqual([])
    expect(await card.storedSources()).toEqual([])
  })

  test('REV-7 so are those of an ended plan and of a deleted card', async () => {
    const [free, gone] = [await aReviewed(), await aReviewed()]
    for (const { look } of [free, gone]) await look()
    await setPlanOf(free.id, 'FREE')
    await removeCard(app.deps, gone.id)
    await refresh()
    expect(providers.requests).toEqual([])
    expect(await free.storedSources()).toEqual([])
  })

  test.each<[string, CardFields]>([
    ['has another company', { companyName: 'Another row' }],
    ['is no longer in the experiment', { experiments: [] }],
  ])('REV-7 company reviews of a card that %s are deleted; those by name stay', async (_, change) => {
    const card = await aReviewed({ experiments })
    await card.look()
    await card.lookByBusiness()
    await refresh()
    expect(await card.storedSources()).toEqual(['zillow-agent', 'zillow-fallback'])
    await card.change(change)
    await refresh()
    expect(await card.storedSources()).toEqual(['zillow-agent'])
    expect(providers.requests.map(({ searchParams }) => searchParams.get('$filter'))).not.toContainEqual(
      expect.stringContaining('FullName'),
    )
  })

  test('reviews displayed by a variant only stay stored', async () => {
    const card = await aReviewed()
    await app.deps.changes.write((tx) => addVersion(tx, card.id, 'loans', { gradeServiceTemplateId: lenderTemplateId }, clock.now()))
    await card.look()
    await card.requestLenderReviews()
    await refresh()
    expect(await card.storedSources()).toEqual(['zillow-agent', 'zillow-lender'])
  })

  test('REV-7 a card that displays them again gets them with the first request', async () => {
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
    expect(await card.storedSources()).toEqual(['zillow-agent'])
    expect(providers.requests).not.toEqual([])
  })

  test('a name that is changed back before the refresh loses nothing', async () => {
    const card = await aReviewed()
    await card.look()
    await card.change({ zillowWebServicesId: 'another' })
    await card.change({ zillowWebServicesId: card.name })
    providers.mood = 'broken'
    await refresh()
    expect(await card.look()).toBe(2)
  })
})

test('an unconfigured provider doesn’t block the refresh of others', async () => {
  await using bare = await anApp({ outside: { clock } })
  const { id } = await aCard(bare.deps, { zillowWebServicesId: '77', showZillowReviews: true })
  const triedAt = new Date(clock.ms - 7 * hourMs)
  await bare.deps.db
    .insert(reviewCache)
    .values({ subjectId: id, source: 'zillow-agent', sourceKey: '77', answer: {}, fetchedAt: triedAt, triedAt })
  await bare.deps.jobs.enqueue(bare.deps.db, 'reviews.refresh-due', {})
  await bare.deps.jobs.settle()
  const [row] = await bare.deps.db.select().from(reviewCache).where(eq(reviewCache.subjectId, id))
  expect(row).toMatchObject({ answer: {}, fetchedAt: triedAt, triedAt: clock.now() })
})

describe('a name the provider no longer knows', () => {
  test('REV-7 keeps its reviews for a day, and then loses them', async () => {
    const card = await aReviewed()
    await card.look()
    providers.mood = 'unknown-name'
    for (const hours of [7, 7, 7]) {
      await refresh(hours)
      expect(await card.look()).toBe(2)
    }
    await refresh()
    await refresh()
    expect(await card.look()).toBe(0)
    expect(JSON.stringify(await app.deps.db.select().from(reviewCache))).not.toContain('Maren')
  })

  test('is refreshed as often as others, and displayed again once known', async () => {
    const card = await aReviewed()
    providers.mood = 'unknown-name'
    await card.look()
    await refresh(1)
    await forget()
    await card.look()
    await app.deps.jobs.settle()
    expect(providers.requests).toEqual([])
    providers.mood = 'good'
    await refresh()
    expect(await card.look()).toBe(2)
  })

  test('is not deleted for provider failures or a single unknown response', async () => {
    const card = await aReviewed()
    await card.look()
    for (const mood of ['unknown-name', 'good', 'broken', 'broken', 'broken', 'broken', 'unknown-name'] as const) {
      providers.mood = mood
      await refresh()
    }
    expect(await card.look()).toBe(2)
  })
})
