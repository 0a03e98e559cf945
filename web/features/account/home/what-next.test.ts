import { describe, expect, test } from 'vitest'
import { translatorFor } from '../../../i18n/use-translate.ts'
import { stepKinds, stepsMax, whatNext, type CardFacts } from './what-next.ts'

const lacksNothing = { hasPhone: true, hasBio: true, links: 5, hasReviewLink: true }
const whole: CardFacts = {
  alias: 'anna',
  isOn: true,
  hasPhoto: true,
  content: lacksNothing,
  drafted: 0,
  plan: { needsPayment: false, isCardExpired: false, trialDaysLeft: null, mayReview: true },
  newContacts: 0,
  brokenLinks: [],
  views: 4,
}
const next = (changed: Partial<CardFacts>) => whatNext({ ...whole, ...changed }).map(({ kind }) => kind)
const content = (changed: Partial<typeof lacksNothing>) => ({ content: { ...lacksNothing, ...changed } })

describe('what to do next', () => {
  test('ACCOUNT-2 a card that lacks nothing is left in peace', () => expect(whatNext(whole)).toEqual([]))

  test.each<[string, Partial<CardFacts>, string, string]>([
    ['is off', { isOn: false }, 'turnOn', '/account/edit/anna/card'],
    ['has no photo', { hasPhoto: false }, 'photo', '/account/edit/anna/profile#photo'],
    ['has no phone number', content({ hasPhone: false }), 'phone', '/account/edit/anna/profile'],
    ['says nothing of its person', content({ hasBio: false }), 'bio', '/account/edit/anna/profile'],
    ['has no links', content({ links: 0 }), 'links', '/account/edit/anna/links'],
    ['has two links', content({ links: 2 }), 'moreLinks', '/account/edit/anna/links'],
    ['has nowhere to write a review', content({ hasReviewLink: false }), 'reviewLink', '/account/edit/anna/links'],
    ['nobody has looked at for a week', { views: 0 }, 'share', '/anna/home#share'],
    ['has a draft', { drafted: 3 }, 'publish', '/account/edit/anna/profile'],
    ['has new contacts', { newContacts: 2 }, 'contacts', '/anna/my-contacts'],
    [
      'is on the last days of its trial',
      { plan: { needsPayment: false, isCardExpired: false, trialDaysLeft: 7, mayReview: true } },
      'trial',
      '/account/subscription?alias=anna#upgrade',
    ],
    [
      'is not paid',
      { plan: { needsPayment: true, isCardExpired: false, trialDaysLeft: null, mayReview: true } },
      'payment',
      '/account/subscription?alias=anna#update-card',
    ],
  ])('ACCOUNT-2 a card that %s has one step that leads there', (_, changed, kind, href) => {
    expect(whatNext({ ...whole, ...changed })).toEqual([{ kind, href, count: expect.any(Number) }])
  })

  test('people who wait come first, and no more than three things are asked for', () => {
    const bare: Partial<CardFacts> = {
      hasPhoto: false,
      ...content({ hasPhone: false, hasBio: false, links: 0 }),
      drafted: 1,
      newContacts: 4,
      views: 0,
    }
    expect(next(bare)).toEqual(['contacts', 'publish', 'photo'])
    expect(next(bare)).toHaveLength(stepsMax)
  })

  test('a link that does not open is named, behind people who wait and before what could be nicer', () => {
    const brokenLinks = [
      { title: 'Zillow', reason: 'not-found' as const },
      { title: 'Yelp', reason: 'gone' as const },
    ]
    expect(next({ brokenLinks, newContacts: 1, hasPhoto: false })).toEqual(['contacts', 'brokenLink', 'photo'])
    expect(whatNext({ ...whole, brokenLinks })).toEqual([
      { kind: 'brokenLink', href: '/account/edit/anna/links', count: 2, name: 'Zillow', reason: 'not-found' },
    ])
  })

  test('what was dismissed makes room for the next', () => {
    const bare: Partial<CardFacts> = { hasPhoto: false, ...content({ hasPhone: false, hasBio: false }), newContacts: 4 }
    expect(whatNext({ ...whole, ...bare }, new Set(['photo'])).map(({ kind }) => kind)).toEqual(['contacts', 'phone', 'bio'])
  })

  test('what could not be read is not asked for', () => {
    expect(next({ content: null, plan: null, newContacts: null, brokenLinks: null, views: null })).toEqual([])
  })

  test('a trial with weeks to go, a plan without reviews and a card that is off are not pressed', () => {
    expect(
      next({
        plan: { needsPayment: false, isCardExpired: false, trialDaysLeft: 20, mayReview: false },
        ...content({ hasReviewLink: false }),
      }),
    ).toEqual([])
    expect(next({ isOn: false, views: 0 })).toEqual(['turnOn'])
  })

  test('every step has its words', () => {
    const t = translatorFor('en')
    for (const kind of stepKinds) for (const key of [`dashboard.${kind}`, `dashboard.${kind}Act`] as const) expect(t(key)).not.toBe(key)
  })
})
