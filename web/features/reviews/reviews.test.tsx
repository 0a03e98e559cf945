import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { describe, expect, test } from 'vitest'
import type { Card } from '#contract/cards/cards.ts'
import { translatorFor } from '../../i18n/use-translate.ts'
import { aCard } from '../../../tests/samples/a-card.ts'
import { aLenderReview, anAgentReview, aReview, linksAt } from '../../../tests/samples/a-review.ts'
import { MyReviews } from './slider/my-reviews.tsx'
import { NoReviews } from './no-reviews.tsx'
import { Reviews } from './reviews.tsx'
import { reviewsView, type ReviewsInput } from './reviews-view.ts'
import { slidesView } from './slider/slides-view.ts'

const own = { showCustomReviews: true, reviews: [aReview()] }
const zillow = { showZillowReviews: true, zillowWebServicesId: '1948207' }
const profileURL = 'https://www.zillow.com/profile/maren'

const viewOf = (card: Partial<Card>, rest: Partial<ReviewsInput> = {}) =>
  reviewsView({ card: aCard(card), agent: null, lender: null, hrefOf: linksAt(), ...rest }, translatorFor('en'), 'en')
const page = (...overrides: Parameters<typeof viewOf>) =>
  renderToStaticMarkup(<Reviews view={viewOf(...overrides)} glyphOf={(name) => <i>{name}</i>} />)
function slider(...overrides: Parameters<typeof viewOf>) {
  const view = slidesView(viewOf(...overrides), '/maren/reviews')
  if (!view) return ''
  return renderToStaticMarkup(
    <MemoryRouter>
      <MyReviews view={view} isTeam={false} glyphOf={() => null} />
    </MemoryRouter>,
  )
}

describe('the reviews page', () => {
  test('REV-1 contains the full text, and a long one expands without a script', () => {
    const review = 'She came early. '.repeat(60).trim()
    const html = page({ showCustomReviews: true, reviews: [aReview({ review })] })
    expect(html).toContain(review)
    expect(html).toMatch(/<summary>.*Read more/)
    expect(page(own)).not.toContain('<summary>')
  })

  test('REV-1 stars are an image with a text alternative and the number', () => {
    expect(page({ showCustomReviews: true, reviews: [aReview({ stars: 4.5 })] })).toMatch(
      /role="img" aria-label="4\.5 out of 5 stars".*<b aria-hidden="true">4\.5<\/b>/,
    )
    expect(page(own)).toContain('aria-label="5 out of 5 stars"')
  })

  test('REV-2 lists an agent’s reviews under On Zillow, with their count', () => {
    const html = page({ ...own, ...zillow }, { agent: { profile: { profileURL }, reviews: [anAgentReview()] } })
    for (const text of ['On Zillow', '1 review<', 'Local knowledge', 'Process expertise', 'Negotiation skills'])
      expect(html).toContain(text)
    for (const text of ['Likely to recommend', 'Open the review by nadia.farrow']) expect(html).toContain(text)
    expect(html).not.toContain('Responsiveness')
  })

  test('REV-3 shows a lender’s loan, three satisfaction ratings and tags', () => {
    const html = page({ ...zillow, gradeServiceTemplateId: 6 }, { lender: { profileURL, reviews: [aLenderReview()] } })
    const labels = ['Loan Status', 'Loan closed', 'Loan Type', 'Conventional', 'Close on time', 'Interest Rate', 'Fees/Closing costs']
    for (const text of [...labels, 'Exceeded', '>Met<', 'Not met', '30 Year Fixed', 'Self-employed']) expect(html).toContain(text)
  })

  test('REV-4 REV-5 external links open in a new tab without a referrer', () => {
    const hrefOf = linksAt({ google: 'https://google.example/', zillowReviews: 'https://zillow.example/' })
    const html = page({ ...own, ...zillow, showGoogleReviews: true }, { hrefOf })
    const out = [...html.matchAll(/<a [^>]*href="https:[^>]*>/g)].map(([tag]) => tag)
    expect(out).toHaveLength(2)
    for (const tag of out) expect(tag).toMatch(/target="_blank" rel="ugc noopener noreferrer"/)
    expect(html).toContain('More Zillow Reviews')
    expect(html).toContain('FIND MORE ON')
  })

  test('escapes a reviewer’s text, and sets its direction', () => {
    const html = page({ showCustomReviews: true, reviews: [aReview({ title: '<img src=x onerror=alert(1)>', reviewer: 'נועה לוי' })] })
    expect(html).not.toContain('<img')
    expect(html).toMatch(/<b class="reviewer-name" dir="auto">נועה לוי<\/b>/)
    expect(html).not.toMatch(/ style=| on[a-z]+="/)
  })

  test('REV-6 without reviews shows a message and next steps', () => {
    const ways = [{ label: 'Review Me', href: '/maren/review' }]
    const html = renderToStaticMarkup(
      <MemoryRouter>
        <NoReviews name="Maren" ways={ways} />
      </MemoryRouter>,
    )
    expect(html).toContain('Maren has no reviews to show here yet.')
    expect(html).toContain('href="/maren/review"')
  })
})

describe('the slider', () => {
  const sliderOf = (count: number) => slider({ showCustomReviews: true, reviews: Array.from({ length: count }, () => aReview()) })

  test('is a focusable list with previous and next if not all fit (DESK-4)', () => {
    const html = sliderOf(4)
    expect(html.match(/<li>/g)).toHaveLength(4)
    expect(html).toMatch(/role="group"[^>]*tabindex="0"/i)
    for (const label of ['Previous', 'Next']) expect(html).toMatch(new RegExp(`<button type="button"[^>]*aria-label="${label}`))
  })

  test('has no buttons if all fit, and a link to all reviews (DESK-4)', () => {
    expect(sliderOf(3)).not.toContain('<button')
    expect(sliderOf(3)).toContain('class="all-reviews" href="/maren/reviews"')
  })

  test('DESK-4 links a shortened text to the full one', () => {
    const html = slider({ showCustomReviews: true, reviews: [aReview({ review: 'She came early. '.repeat(60) })] })
    expect(html).toContain('href="/maren/reviews#own-1"')
    expect(page(own)).toContain('id="own-1"')
  })

  test('has no duplicate ids in a page', () => {
    const html = slider({ showCustomReviews: true, reviews: [aReview(), aReview()] })
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
    expect(new Set(ids).size).toBe(ids.length)
  })
})
