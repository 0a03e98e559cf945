import { describe, expect, test } from 'vitest'
import { translatorFor } from '../../../i18n/use-translate.ts'
import { stepKinds, stepsMax, suggestSteps, type CardFacts } from './suggest-steps.ts'

const lacksNothing = { hasPhone: true, hasBio: true, links: 5, hasReviewLink: true, reviewService: null }
const whole: CardFacts = {
  alias: 'anna',
  isOn: true,
  hasPhoto: true,
  content: lacksNothing,
  drafted: 0,
  plan: { isPaymentOverdue: false, isCardExpired: false, trialDaysLeft: null, mayReview: true },
  newContacts: 0,
  brokenLinks: [],
  failing: [],
  views: 4,
}
const next = (changed: Partial<CardFacts>) => suggestSteps({ ...whole, ...changed }).map(({ kind }) => kind)
const content = (changed: Partial<NonNullable<CardFacts['content']>>) => ({ content: { ...lacksNothing, ...changed } })

describe('what to do next', () => {
  test('ACCOUNT-2 a complete card has no steps', () => expect(suggestSteps(whole)).toEqual([]))

  test.each<[string, Partial<CardFacts>, string, string | null]>([
    ['is off', { isOn: false }, 'turnOn', '/account/edit/anna/settings'],
    ['has no photo', { hasPhoto: false }, 'photo', '/account/edit/anna/profile#photo'],
    ['has no phone number', content({ hasPhone: false }), 'phone', '/account/edit/anna/profile#field-phoneNumber'],
    ['has no bio', content({ hasBio: false }), 'bio', '/account/edit/anna/profile#field-bio'],
    ['has no links', content({ links: 0 }), 'links', '/account/edit/anna/pages#field-services'],
    ['has two links', content({ links: 2 }), 'moreLinks', '/account/edit/anna/pages#field-services'],
    ['has no review link', content({ hasReviewLink: false }), 'reviewLink', '/account/edit/anna/pages'],
    [
      'has a page without its review link',
      content({ hasReviewLink: false, reviewService: 4 }),
      'reviewLink',
      '/account/edit/anna/pages#service-4-review',
    ],
    ['has had no views for a week', { views: 0 }, 'share', null],
    ['has a draft', { drafted: 3 }, 'publish', '/account/edit/anna/profile'],
    ['has new contacts', { newContacts: 2 }, 'contacts', '/anna/my-contacts'],
    [
      'is on the last days of its trial',
      { plan: { isPaymentOverdue: false, isCardExpired: false, trialDaysLeft: 7, mayReview: true } },
      'trial',
      '/account/subscription?alias=anna#upgrade',
    ],
    [
      'has an overdue payment',
      { plan: { isPaymentOverdue: true, isCardExpired: false, trialDaysLeft: null, mayReview: true } },
      'payment',
      '/account/subscription?alias=anna#update-card',
    ],
  ])('ACCOUNT-2 a card that %s has one step with its link', (_, changed, kind, href) => {
    expect(suggestSteps({ ...whole, ...changed })).toEqual([{ kind, href, count: expect.any(Number) }])
  })

  test('new contacts come first, and three steps are the limit', () => {
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

  test('a broken link comes after new contacts and before improvements', () => {
    const brokenLinks = [
      { title: 'Zillow', service: 12, reason: 'not-found' as const },
      { title: 'Yelp', service: null, reason: 'gone' as const },
    ]
    expect(next({ brokenLinks, newContacts: 1, hasPhoto: false })).toEqual(['contacts', 'brokenLink', 'photo'])
    expect(suggestSteps({ ...whole, brokenLinks })).toEqual([
      { kind: 'brokenLink', href: '/account/edit/anna/pages#service-12', count: 2, name: 'Zillow', reason: 'not-found' },
    ])
    expect(suggestSteps({ ...whole, brokenLinks: brokenLinks.slice(1) })).toMatchObject([{ href: '/account/edit/anna/pages' }])
  })

  test('a failing connection comes after new contacts; several lead to their list', () => {
    const failing = [
      { id: 'a1', name: 'n8n' },
      { id: 'b2', name: 'Zapier' },
    ]
    expect(next({ failing, newContacts: 1, drafted: 1 })).toEqual(['contacts', 'connection', 'publish'])
    expect(suggestSteps({ ...whole, failing: failing.slice(0, 1) })).toEqual([
      { kind: 'connection', href: '/anna/connections?of=a1', count: 1, name: 'n8n' },
    ])
    expect(suggestSteps({ ...whole, failing })).toMatchObject([{ href: '/anna/connections', count: 2 }])
  })

  test('a dismissed step is replaced by the next', () => {
    const bare: Partial<CardFacts> = { hasPhoto: false, ...content({ hasPhone: false, hasBio: false }), newContacts: 4 }
    expect(suggestSteps({ ...whole, ...bare }, new Set(['photo'])).map(({ kind }) => kind)).toEqual(['contacts', 'phone', 'bio'])
  })

  test('data that failed to load suggests no step', () => {
    expect(next({ content: null, plan: null, newContacts: null, brokenLinks: null, views: null })).toEqual([])
  })

  test('a long trial, a plan without reviews or a disabled card adds no step', () => {
    expect(
      next({
        plan: { isPaymentOverdue: false, isCardExpired: false, trialDaysLeft: 20, mayReview: false },
        ...content({ hasReviewLink: false }),
      }),
    ).toEqual([])
    expect(next({ isOn: false, views: 0 })).toEqual(['turnOn'])
  })

  test('every step has its texts', () => {
    const t = translatorFor('en')
    for (const kind of stepKinds) for (const key of [`dashboard.${kind}`, `dashboard.${kind}Act`] as const) expect(t(key)).not.toBe(key)
  })
})
