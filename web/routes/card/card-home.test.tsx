import { renderToStaticMarkup } from 'react-dom/server'
import { RouterContextProvider, type LoaderFunctionArgs } from 'react-router'
import { describe, expect, test } from 'vitest'
import type { Api } from '#contract/api.ts'
import type { Card, GradeService } from '#contract/cards/cards.ts'
import { permissionBits } from '#contract/permissions.ts'
import { aService, aSite, anOpenCard } from '../../../tests/samples/a-card.ts'
import { ReviewMeBlock } from './shell/wide-home.tsx'
import { anAgentReview, aReview } from '../../../tests/samples/a-review.ts'
import { apiContext, siteContext } from '../../platform/router-context.ts'
import { loader } from './card-home.tsx'

/** The data of a card's home page, with these provider reviews. */
async function home(changes: Partial<Card>, { services = [], found = [] }: { services?: GradeService[]; found?: unknown[] } = {}) {
  const open = anOpenCard({ zillowWebServicesId: 'maren', ...changes })
  const answers: Record<string, unknown> = {
    'cards.read': { '{product}': open.card, subscription: open.subscription },
    'cards.services': services,
    'cards.settings': open.settings,
    'cards.components': [],
    'reviews.agent': { profile: { profileURL: 'https://www.zillow.com/profile/maren' }, reviews: found },
  }
  const calls: string[] = []
  const call = async (name: string) => {
    calls.push(name)
    return answers[name]
  }
  const context = new RouterContextProvider()
  // Stubs the calls this page makes.
  context.set(apiContext, { call } as unknown as Api)
  context.set(siteContext, aSite)
  const request = new Request('https://carte.example/maren/home')
  const page = await loader({ params: { alias: 'maren' }, request, context } as unknown as LoaderFunctionArgs)
  return { ...page.wide, calls }
}

const own = { showCustomReviews: true, reviews: [aReview()] }
const google = aService({ gradeServiceId: 107, serviceName: 'Google', directLink: 'https://google.example/', serviceCapabilities: 4 })

describe('the desktop sections of the home page', () => {
  test('DESK-1 DESK-4 shows the owner’s and Zillow’s reviews in one slider', async () => {
    const { reviews } = await home({ ...own, showZillowReviews: true }, { found: [anAgentReview()] })
    expect(reviews?.slides.map(({ id }) => id)).toEqual(['own-1', 'zillow-1'])
    expect(reviews?.allHref).toBe('/maren/reviews')
  })

  test('DESK-4 without the permission has no reviews and calls no provider', async () => {
    const { reviews, calls } = await home({ ...own, showZillowReviews: true, permissions: permissionBits(['Home', 'ReviewMe']) })
    expect(reviews).toBeNull()
    expect(calls).not.toContain('reviews.agent')
  })

  test('DESK-5 shows Review Me if a review service has a link', async () => {
    expect((await home({}, { services: [google] })).reviewMe?.rows).toHaveLength(1)
    expect((await home({}, { services: [{ ...google, directLink: '' }] })).reviewMe).toBeNull()
    expect((await home({})).reviewMe).toBeNull()
  })

  test('DESK-5 About needs its permission', async () => {
    expect((await home({})).about).toHaveLength(2)
    expect((await home({ permissions: permissionBits(['Home']) })).about).toEqual([])
  })

  test('DESK-5 Review Me needs its permission', async () => {
    expect((await home({ permissions: permissionBits(['Home', 'Reviews']) }, { services: [google] })).reviewMe).toBeNull()
  })
})

test('DESK-5 the menu links to the Review Me block', () => {
  const html = renderToStaticMarkup(<ReviewMeBlock isTeam={false}>rows</ReviewMeBlock>)
  expect(html).toMatch(/<section[^>]*id="review-me"/)
  expect(html).toContain('Review Me')
  expect(renderToStaticMarkup(<ReviewMeBlock isTeam>rows</ReviewMeBlock>)).toContain('Review Us')
})
