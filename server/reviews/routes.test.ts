import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { lenderTemplateId } from '#contract/cards/drawing.ts'
import { aCard } from '../../tests/factories/cards.ts'
import { anApp, type TestApp } from '../../tests/harness/app.ts'
import { signedIn } from '../../tests/harness/signed-in.ts'
import { reviewProviders, type Mood, type ReviewProviders } from '../../tests/stand-ins/review-providers.ts'
import { eventually } from '../../tests/harness/eventually.ts'

const hourMs = 3_600_000
const clock = { ms: Date.parse('2026-07-01T12:00:00Z'), now: () => new Date(clock.ms) }

const settingsOf = ({ url }: ReviewProviders) => ({
  bridgeUrl: url,
  bridgeToken: 'token-1',
  lenderReviewsUrl: url,
  lenderPartnerId: 'RD-1',
})

let app: TestApp
let providers: ReviewProviders
beforeAll(async () => {
  providers = await reviewProviders()
  app = await anApp({ settings: settingsOf(providers), outside: { clock } })
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await providers[Symbol.asyncDispose]()
})
beforeEach(() => {
  providers.mood = 'good'
  providers.requests = []
})

let people = 0
const reviewed = async (fields: Parameters<typeof aCard>[1] = {}) => {
  const zillowWebServicesId = `person-${++people}`
  const card = await aCard(app.deps, { zillowWebServicesId, showZillowReviews: true, ...fields })
  return { ...card, name: fields.zillowWebServicesId ?? zillowWebServicesId }
}
const agent = (screenName: string) => app.call('reviews.agent', { params: { screenName, id: 'ignored' } })
const lender = (nmlsId: string) => app.call('reviews.lender', { params: { nmlsId } })
const anNmls = () => String(1_000_000 + ++people)

describe('reviews.agent', () => {
  test('REV-7 REV-2 API-1 returns the provider’s reviews as text, with the profile link', async () => {
    const { name } = await reviewed()
    const { profile, reviews } = await agent(name)
    expect(profile.profileURL).toBe('https://zillow.example/profile/maren')
    expect(reviews.map(({ reviewer, rating }) => [reviewer, rating])).toEqual([
      ['desmond.hale', 5],
      ['شيماء', 4.5],
    ])
    expect(reviews[0]?.description).toContain('<b>Maren</b>')
    expect(reviews[0]?.reviewURL).toBe('https://zillow.example/profile/maren#reviews')
    expect(providers.tokens.at(-1)).toBe('Bearer token-1')
    expect(JSON.stringify(reviews)).not.toContain('Ferry Point')
  })

  test('REV-7 fetches once for many requests, until the cache expires', async () => {
    const { name } = await reviewed()
    await Promise.all([agent(name), agent(name), agent(name)])
    const first = providers.requests.length
    await agent(name)
    expect(providers.requests.length).toBe(first)

    clock.ms += 7 * hourMs
    await forget()
    await agent(name)
    await eventually(async () => {
      await app.deps.jobs.settle()
      expect(providers.requests.length).toBeGreaterThan(first)
    })
  })

  test.each<Mood>(['unauthorized', 'too-many', 'malformed', 'html', 'huge', 'broken', 'redirect'])(
    'REV-7 a provider that is %s causes no error, and cached reviews stay',
    async (mood) => {
      const { name } = await reviewed()
      const before = await agent(name)
      providers.mood = mood
      clock.ms += 7 * hourMs
      await forget()
      expect(await agent(name)).toEqual(before)
      await app.deps.jobs.settle()
      await forget()
      expect(await agent(name)).toEqual(before)

      const stranger = await reviewed()
      expect(await agent(stranger.name)).toEqual({ profile: { profileURL: '' }, reviews: [] })
    },
  )

  test('REV-7 a slow provider doesn’t delay the response', async () => {
    const { databaseUrl, dataDir } = app.settings
    await using impatient = await anApp({
      settings: { ...settingsOf(providers), databaseUrl, dataDir },
      outside: { clock },
      waits: { reviewsMs: 1 },
    })
    const { name } = await reviewed()
    providers.mood = 'slow'
    expect((await impatient.call('reviews.agent', { params: { screenName: name, id: 'ignored' } })).reviews).toEqual([])
    // The first request is still open.
    await eventually(() => expect(providers.requests).toHaveLength(1))
  })

  test('after a failure it is retried only after a while', async () => {
    const { name } = await reviewed()
    providers.mood = 'too-many'
    await agent(name)
    const first = providers.requests.length
    await forget()
    await agent(name)
    expect(providers.requests.length).toBe(first)

    providers.mood = 'good'
    clock.ms += hourMs
    await forget()
    await agent(name)
    await eventually(async () => {
      await app.deps.jobs.settle()
      expect((await agent(name)).reviews).toHaveLength(2)
    })
  })

  test('after a failure it is not cached beyond the next try', async () => {
    let ms = 0
    const start = clock.ms
    const { databaseUrl, dataDir } = app.settings
    await using timed = await anApp({
      settings: { ...settingsOf(providers), databaseUrl, dataDir },
      nowMs: () => ms,
      outside: { clock: { now: () => new Date(start + ms) } },
    })
    const { name } = await reviewed()
    const read = async () => (await timed.call('reviews.agent', { params: { screenName: name, id: 'ignored' } })).reviews
    providers.mood = 'too-many'
    expect(await read()).toEqual([])
    providers.mood = 'good'
    ms = 11 * 60_000
    await eventually(async () => {
      const found = await read()
      await timed.deps.jobs.settle()
      expect(found).toHaveLength(2)
    })
  })

  test('is only for names that a card here displays', async () => {
    const hidden = await reviewed({ showZillowReviews: false })
    const off = await reviewed({ isCardDisabled: true })
    const bare = await reviewed({ plan: 'FREE' })
    for (const name of ['another-name', hidden.name, off.name, bare.name]) {
      expect((await app.ask(`/remote/api/public/client-zillow-reviews/${name}/zwsid/0`)).status).toBe(404)
    }
    expect(providers.requests).toEqual([])
  })
})

describe('reviews.agentFallback', () => {
  const fallback = (screenName: string, businessName: string) =>
    app.ask(`/remote/api/public/client-zillow-reviews-fallback/${screenName}/b-name/${encodeURIComponent(businessName)}/zwsid/0`)

  test('REV-7 with the experiment, finds reviews by the card’s own business', async () => {
    const experiments = [{ name: 'FallbackZillowReviews', enabled: true }]
    const { name } = await reviewed({ companyName: 'O’Hara & Sons', experiments })
    expect((await fallback(name, 'O’Hara & Sons')).status).toBe(200)
    expect(providers.requests[0]?.searchParams.get('$filter')).toBe("RevieweeFullName eq 'O’Hara & Sons'")
    expect((await fallback(name, 'Another Business')).status).toBe(404)
    expect((await fallback((await reviewed({ companyName: 'Plain' })).name, 'Plain')).status).toBe(404)
  })

  test('REV-7 finds reviews by a hidden business, and none without a business', async () => {
    const experiments = [{ name: 'FallbackZillowReviews', enabled: true }]
    const settings = { homepage: { ShowCompanyName: false } }
    const { name } = await reviewed({ companyName: 'Hidden Realty', experiments, settings })
    expect((await fallback(name, name)).status).toBe(200)
    expect(providers.requests[0]?.searchParams.get('$filter')).toBe("RevieweeFullName eq 'Hidden Realty'")
    const { name: alone } = await reviewed({ companyName: '', experiments })
    expect((await fallback(alone, alone)).status).toBe(404)
  })

  test('a name can’t inject into the provider’s query', async () => {
    const experiments = [{ name: 'FallbackZillowReviews', enabled: true }]
    const companyName = "x' or 1 eq 1 or RevieweeKey eq 'y"
    const { name } = await reviewed({ companyName, experiments })
    await fallback(name, companyName)
    expect(providers.requests[0]?.searchParams.get('$filter')).toBe("RevieweeFullName eq 'x'' or 1 eq 1 or RevieweeKey eq ''y'")
  })
})

describe('reviews.lender', () => {
  test('REV-7 REV-3 returns every trusted field, unknown values as they are', async () => {
    const zillowWebServicesId = anNmls()
    await reviewed({ zillowWebServicesId, gradeServiceTemplateId: lenderTemplateId, companyName: 'Northlight Lending' })
    const { reviews, profileURL } = await lender(zillowWebServicesId)
    expect(profileURL).toBe('https://zillow.example/lender/1')
    expect(reviews[0]).toMatchObject({
      loanProgram: 'ARM5',
      closeDateSatisfaction: 'DidNotMeetExpectations',
      closingCostsSatisfaction: null,
      reviewerName: { displayName: 'Caleb Thorne' },
    })
    expect(Object.fromEntries(providers.requests[0]?.searchParams ?? [])).toMatchObject({
      partnerId: 'RD-1',
      companyName: 'Northlight Lending',
    })
  })

  test.each<Mood>(['empty', 'unknown-name', 'unauthorized'])('REV-7 %s returns no reviews and no error', async (mood) => {
    const zillowWebServicesId = anNmls()
    await reviewed({ zillowWebServicesId, gradeServiceTemplateId: lenderTemplateId })
    providers.mood = mood
    expect((await lender(zillowWebServicesId)).reviews).toEqual([])
  })
})

/** As after a restart: nothing is cached in memory. */
async function forget() {
  await app.deps.changes.write(async (_tx, notify) => notify('everything'))
}

describe('reviews.check', () => {
  const asOwner = async (fields: Parameters<typeof aCard>[1] = {}) => {
    const card = await aCard(app.deps, fields)
    const owner = await signedIn(app, card.id)
    const check = (style: 'agent' | 'lender', reviewedAs: string) =>
      owner.call('reviews.check', { input: { alias: card.alias, style, reviewedAs } })
    return { card, owner, check }
  }

  test('ACCOUNT-2 REV-7 returns how many reviews a name has, and stores nothing', async () => {
    const { check } = await asOwner()
    const name = `new-${++people}`
    expect(await check('agent', name)).toEqual({ kind: 'found', count: 2, profileUrl: 'https://zillow.example/profile/maren' })
    await expect(agent(name)).rejects.toMatchObject({ problem: { status: 404 } })
  })

  test('a lender is found by the NMLS number and the card’s company', async () => {
    const { check } = await asOwner({ companyName: 'Northlight Lending' })
    expect(await check('lender', anNmls())).toMatchObject({ kind: 'found', count: expect.any(Number) })
  })

  test('an unknown name and a failing provider get different responses', async () => {
    const { check } = await asOwner()
    providers.mood = 'unknown-name'
    expect(await check('agent', 'who')).toEqual({ kind: 'not-found' })
    providers.mood = 'broken'
    expect(await check('agent', 'who')).toEqual({ kind: 'failed' })
  })

  test('an NMLS number has only digits, and another owner’s card is not found', async () => {
    const { check, owner } = await asOwner()
    await expect(check('lender', 'maren')).rejects.toMatchObject({ problem: { status: 422 } })
    const other = await aCard(app.deps)
    await expect(owner.call('reviews.check', { input: { alias: other.alias, style: 'agent', reviewedAs: 'maren' } })).rejects.toMatchObject(
      { problem: { status: 404 } },
    )
    expect(providers.requests).toEqual([])
  })
})
