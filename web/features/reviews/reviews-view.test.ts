import { describe, expect, test } from 'vitest'
import { loanPrograms, loanPurposes, reviewDetails, reviewSources, servicesProvided } from '#contract/cards/drawing.ts'
import type { ApplicationSettings, Card } from '#contract/cards/cards.ts'
import { loadMessages, translatorFor } from '../../i18n/use-translate.ts'
import { type Language, languages } from '#contract/languages.ts'
import { aCard } from '../../../tests/samples/a-card.ts'
import { aLenderReview, anAgentReview, aReview, linksAt } from '../../../tests/samples/a-review.ts'
import { isEmpty, reviewsView, type ReviewsInput } from './reviews-view.ts'
import { slidesView } from './slider/slides-view.ts'

await Promise.all(languages.map(loadMessages))
const profileURL = 'https://www.zillow.com/profile/maren'

function view(card: Partial<Card> = {}, rest: Partial<Omit<ReviewsInput, 'card'>> = {}, language: Language = 'en') {
  const overrides = { card: aCard(card), agent: null, lender: null, hrefOf: linksAt(), ...rest }
  return reviewsView(overrides, translatorFor(language), language)
}

const agentCard = { showZillowReviews: true, zillowWebServicesId: 'maren' }
const lenderCard = { ...agentCard, zillowWebServicesId: '1948207', gradeServiceTemplateId: 6 }
const byAgent = (...reviews: ReturnType<typeof anAgentReview>[]) => ({ agent: { profile: { profileURL }, reviews } })
const byLender = (...reviews: ReturnType<typeof aLenderReview>[]) => ({ lender: { profileURL, reviews } })

describe('the owner’s reviews', () => {
  test('REV-1 have source, stars, date, title, text and reviewer', () => {
    expect(view({ showCustomReviews: true, reviews: [aReview()] }).own).toEqual([
      expect.objectContaining({
        source: 'Shared with me',
        rating: { stars: 5, text: '5.0' },
        day: { iso: '2025-05-21', text: 'May 21, 2025' },
        title: 'She knew which windows stick',
        text: 'Maren walked us through the house as if she had lived there.',
        reviewer: 'Ingrid & Paul Solberg',
        initials: 'IS',
      }),
    ])
  })

  test('REV-1 need showCustomReviews and their show flag, and keep the owner’s order', () => {
    const reviews = [
      aReview({ title: 'second', weight: 20 }),
      aReview({ title: 'first', weight: 10 }),
      aReview({ title: 'hidden', show: false }),
    ]
    expect(view({ showCustomReviews: false, reviews }).own).toEqual([])
    expect(view({ showCustomReviews: true, reviews }).own.map(({ title }) => title)).toEqual(['first', 'second'])
  })

  test('without stars show none, and don’t count in the average', () => {
    const found = view({ showCustomReviews: true, reviews: [aReview({ stars: 0 }), aReview({ stars: 4 })] })
    expect(found.own[0]?.rating).toBeNull()
    expect(found.summary?.rating).toEqual({ stars: 4, text: '4.0' })
  })
})

describe('an agent’s reviews on Zillow', () => {
  test('REV-2 have ratings, date, reviewer, summary, description and both links', () => {
    expect(view(agentCard, byAgent(anAgentReview())).zillow).toEqual([
      expect.objectContaining({
        rating: { stars: 4, text: '4.0' },
        note: 'Likely to recommend · Bought a home in 2025',
        day: { iso: '2025-02-14', text: 'Feb 2025' },
        reviewer: 'nadia.farrow',
        initials: 'NF',
        text: expect.stringContaining('Straight answers'),
        aspects: [
          { name: 'Local knowledge', value: '5.0' },
          { name: 'Process expertise', value: '4.5' },
          { name: 'Negotiation skills', value: '4.0' },
        ],
        href: 'https://www.zillow.com/profile/maren#reviews',
        reviewerHref: 'https://www.zillow.com/people/nadia',
      }),
    ])
  })

  test('drops a link that could run a script', () => {
    const found = view(agentCard, {
      agent: {
        profile: { profileURL: 'javascript:alert(1)' },
        reviews: [anAgentReview({ reviewURL: 'data:text/html,x', reviewerLink: 'javascript:1' })],
      },
    })
    expect(found.zillow[0]).toMatchObject({ href: null, reviewerHref: null })
    expect(found.moreHref).toBeNull()
  })

  test('REV-2 belong to templates other than 6, a lender’s to 6', () => {
    const both = { ...byAgent(anAgentReview()), ...byLender(aLenderReview()) }
    expect(view(agentCard, both)).toMatchObject({ style: 'agent', zillow: [{ loan: null }] })
    expect(view(lenderCard, both)).toMatchObject({ style: 'lender', zillow: [{ loan: { type: 'Conventional' } }] })
  })

  test('showZillowReviews off shows none and no link to more', () => {
    expect(isEmpty(view({ ...agentCard, showZillowReviews: false }, byAgent(anAgentReview())))).toBe(true)
  })
})

describe('a lender’s reviews on Zillow', () => {
  const loanOf = (changes: Parameters<typeof aLenderReview>[0], language: Language = 'en') =>
    view(lenderCard, byLender(aLenderReview(changes)), language).zillow[0]?.loan

  test('REV-3 have rating, date, title, reviewer, text, loan, satisfactions and tags', () => {
    expect(view(lenderCard, byLender(aLenderReview())).zillow).toEqual([
      expect.objectContaining({
        rating: { stars: 5, text: '5.0' },
        day: { iso: '2025-06-12', text: 'June 12, 2025' },
        title: 'Closed on a Friday, as promised',
        reviewer: 'Lucía Bellmont',
        text: 'I run a bakery, so my income is lumpy.',
        loan: {
          status: 'Loan closed',
          type: 'Conventional',
          satisfied: [
            { name: 'Close on time', rated: 3, label: 'Exceeded' },
            { name: 'Interest Rate', rated: 2, label: 'Met' },
            { name: 'Fees/Closing costs', rated: 1, label: 'Not met' },
          ],
          tags: ['30 Year Fixed', 'Purchase', 'Self-employed', 'First-time buyer'],
        },
      }),
    ])
  })

  test('REV-3 leave out questions that were not answered', () => {
    const bare = {
      serviceProvided: null,
      loanPurpose: null,
      loanProgram: null,
      loanType: null,
      closeDateSatisfaction: null,
      interestRateSatisfaction: null,
      closingCostsSatisfaction: null,
      details: [],
    }
    expect(loanOf(bare)).toEqual({ status: '', type: '', satisfied: [], tags: [] })
  })

  test('REV-3 show unknown values of the provider in readable form', () => {
    expect(loanOf({ loanProgram: 'ARM5', serviceProvided: 'WaitingForDocs', details: ['LowOrNoDown'] })).toMatchObject({
      status: 'Waiting for docs',
      tags: ['ARM 5', 'Purchase', 'Low or no down'],
    })
  })

  describe.each(languages)('in %s', (language) => {
    test('REV-3 have a label for every known status, program, purpose and detail', () => {
      const statuses = servicesProvided.map((serviceProvided) => loanOf({ serviceProvided }, language)?.status)
      const tags = [
        ...loanPrograms.map((loanProgram) => loanOf({ loanProgram, loanPurpose: null, details: [] }, language)?.tags[0]),
        ...loanPurposes.map((loanPurpose) => loanOf({ loanPurpose, loanProgram: null, details: [] }, language)?.tags[0]),
        ...reviewDetails.map((detail) => loanOf({ details: [detail], loanProgram: null, loanPurpose: null }, language)?.tags[0]),
      ]
      for (const labels of [statuses, tags]) {
        expect(new Set(labels).size).toBe(labels.length)
        for (const label of labels) expect(label).toMatch(/^[^.{]+$/)
      }
    })
  })
})

describe('the summary', () => {
  const three = {
    showCustomReviews: true,
    reviews: [aReview({ stars: 5, date: '2025-05-21' }), aReview({ stars: 5, date: 'last spring' })],
    ...agentCard,
  }

  test('has the average with one decimal, the count and the latest date', () => {
    expect(view(three, byAgent(anAgentReview({ reviewDate: '06/03/2025' }))).summary).toEqual({
      rating: { stars: 4.7, text: '4.7' },
      words: 'Average of 3 reviews. The latest came in on June 3, 2025.',
    })
  })

  test('LANG-1 is in the reader’s language', () => {
    expect(view(three, byAgent(anAgentReview()), 'fr-FR').summary).toEqual({
      rating: { stars: 4.7, text: '4,7' },
      words: 'Moyenne de 3 avis. Le dernier date du 21 mai 2025.',
    })
  })

  test('names the source and the lender’s number', () => {
    const two = byLender(aLenderReview(), aLenderReview({ rating: 4, created: '2025-03-04T00:00:00Z' }))
    expect(view(lenderCard, two).summary?.words).toBe(
      'Average of 2 borrower reviews on Zillow. The latest came in on June 12, 2025. NMLS 1948207.',
    )
  })

  test('is missing without reviews', () => {
    expect(view().summary).toBeNull()
  })
})

describe('links to more reviews', () => {
  const everywhere = Object.fromEntries(Object.values(reviewSources).map(({ flag }) => [flag, true]))
  const linked = linksAt(
    Object.fromEntries(Object.values(reviewSources).map(({ service }) => [service, `https://${service}.example/`])) as Partial<
      Record<keyof ApplicationSettings['services'], string>
    >,
  )

  test('REV-5 one link per source in the list’s order', () => {
    expect(view(everywhere, { hrefOf: linked }).sources.map(({ name }) => name)).toEqual([
      'Realtor',
      'Homes',
      'Facebook',
      'Google',
      '55Places',
      'Experience Management Platform',
      'BBB',
      'Rate My Agent',
    ])
  })

  test.each(Object.entries(reviewSources))('REV-5 %s needs its flag and its link', (name, { flag, service }) => {
    const names = (card: Partial<Card>, hrefOf: ReviewsInput['hrefOf']) => view(card, { hrefOf }).sources.map((source) => source.name)
    expect(names({ [flag]: true }, linked)).toEqual([name])
    expect(names({ ...everywhere, [flag]: false }, linked)).not.toContain(name)
    expect(names(everywhere, (requested) => (requested === service ? null : linked(requested)))).not.toContain(name)
  })

  test('REV-4 More Zillow Reviews links to the profile, else to the card’s Zillow link', () => {
    expect(view(agentCard, byAgent(anAgentReview())).moreHref).toBe(profileURL)
    expect(view(lenderCard, byLender(aLenderReview())).moreHref).toBe(profileURL)
    expect(view(agentCard, { hrefOf: linksAt({ zillowReviews: 'https://zillow.example/' }) }).moreHref).toBe('https://zillow.example/')
    expect(view(agentCard).moreHref).toBeNull()
  })
})

describe('the slider of the desktop’s home', () => {
  const slides = (...overrides: Parameters<typeof view>) => slidesView(view(...overrides), '/maren/reviews')
  const own = { showCustomReviews: true, reviews: [aReview()] }

  test('DESK-4 shows the owner’s reviews, then an agent’s', () => {
    expect(slides({ ...own, ...agentCard }, byAgent(anAgentReview()))?.slides.map(({ id }) => id)).toEqual(['own-1', 'zillow-1'])
  })

  test('DESK-4 is missing with only a lender’s reviews, or none', () => {
    expect(slides(lenderCard, byLender(aLenderReview()))).toBeNull()
    expect(slides()).toBeNull()
    expect(slides({ ...own, ...lenderCard }, byLender(aLenderReview()))?.slides.map(({ id }) => id)).toEqual(['own-1'])
  })

  test('sends only the visible part of a long text', () => {
    const long = '😀word '.repeat(2000)
    const [slide] = slides({ showCustomReviews: true, reviews: [aReview({ review: long })] })?.slides ?? []
    expect(slide?.text.length).toBeLessThan(250)
    expect(slide?.text).toMatch(/word…$/)
    expect(slide?.fitsFrom).toBeNull()
  })

  test('has a maximum of slides', () => {
    expect(slides({ showCustomReviews: true, reviews: Array.from({ length: 200 }, () => aReview()) })?.slides).toHaveLength(9)
  })
})
