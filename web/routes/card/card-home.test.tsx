import { renderToStaticMarkup } from 'react-dom/server'
import { RouterContextProvider, type LoaderFunctionArgs } from 'react-router'
import { describe, expect, test } from 'vitest'
import type { Api } from '#contract/api.ts'
import type { Card, GradeService } from '#contract/cards/cards.ts'
import { numberOf } from '#contract/permissions.ts'
import { aService, aSite, anOpenCard } from '../../../tests/samples/a-card.ts'
import { ReviewMeBlock } from './shell/wide-home.tsx'
import { anAgentReview, aReview } from '../../../tests/samples/a-review.ts'
import { apiContext, siteContext } from '../../platform/provided.ts'
import { loader } from './card-home.tsx'

/** What the home page of a card is made of, with these reviews at the provider. */
async function home(changes: Partial<Card>, { services = [], found = [] }: { services?: GradeService[]; found?: unknown[] } = {}) {
  const open = anOpenCard({ zillowWebServicesId: 'maren', ...changes })
  const answers: Record<string, unknown> = {
    'cards.read': { '{product}': open.card, subscription: open.subscription },
    'cards.services': services,
    'cards.settings': open.settings,
    'cards.components': [],
    'reviews.agent': { profile: { profileURL: 'https://www.zillow.com/profile/maren' }, reviews: found },
  }
  const asked: string[] = []
  const call = async (name: string) => {
    asked.push(name)
    return answers[name]
  }
  const context = new RouterContextProvider()
  // The calls this page makes, answered here; the whole contract is not needed.
  context.set(apiContext, { call } as unknown as Api)
  context.set(siteContext, aSite)
  const request = new Request('https://carte.example/maren/home')
  const page = await loader({ params: { alias: 'maren' }, request, context } as unknown as LoaderFunctionArgs)
  return { ...page.wide, asked }
}

const own = { showCustomReviews: true, reviews: [aReview()] }
const google = aService({ gradeServiceId: 107, serviceName: 'Google', directLink: 'https://google.example/', serviceCapabilities: 4 })

describe('the desktop sections of the home page', () => {
  test('DESK-1 DESK-4 reviews of the owner and of Zillow stand in one slider', async () => {
    const { reviews } = await home({ ...own, showZillowReviews: true }, { found: [anAgentReview()] })
    expect(reviews?.slides.map(({ id }) => id)).toEqual(['own-1', 'zillow-1'])
    expect(reviews?.allHref).toBe('/maren/reviews')
  })

  test('DESK-4 without the right to reviews there are none, and nobody is asked for any', async () => {
    const { reviews, asked } = await home({ ...own, showZillowReviews: true, permissions: numberOf(['Home', 'ReviewMe']) })
    expect(reviews).toBeNull()
    expect(asked).not.toContain('reviews.agent')
  })

  test('DESK-5 Review Me stands where a place to write has a link', async () => {
    expect((await home({}, { services: [google] })).reviewMe?.rows).toHaveLength(1)
    expect((await home({}, { services: [{ ...google, directLink: '' }] })).reviewMe).toBeNull()
    expect((await home({})).reviewMe).toBeNull()
  })

  test('DESK-5 About needs its right', async () => {
    expect((await home({})).about).toHaveLength(2)
    expect((await home({ permissions: numberOf(['Home']) })).about).toEqual([])
  })

  test('DESK-5 Review Me needs its right', async () => {
    expect((await home({ permissions: numberOf(['Home', 'Reviews']) }, { services: [google] })).reviewMe).toBeNull()
  })
})

test('DESK-5 the menu’s way to Review Me arrives at its block', () => {
  const html = renderToStaticMarkup(<ReviewMeBlock isTeam={false}>rows</ReviewMeBlock>)
  expect(html).toMatch(/<section[^>]*id="review-me"/)
  expect(html).toContain('Review Me')
  expect(renderToStaticMarkup(<ReviewMeBlock isTeam>rows</ReviewMeBlock>)).toContain('Review Us')
})
