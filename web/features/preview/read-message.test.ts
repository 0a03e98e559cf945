import { describe, expect, test } from 'vitest'
import { isPreviewAddress } from '#contract/cards/preview.ts'
import { aCard, aService } from '../../../tests/samples/a-card.ts'
import { aReview } from '../../../tests/samples/a-review.ts'
import { blankCard } from '#common/blank-card.ts'
import { isCardMessage, isPreviewMessage } from './read-message.ts'

const source = 'carte-account'

describe('PREVIEW-1 a message to the preview', () => {
  test.each([
    { source, type: 'navigate', page: 'vCard' },
    { source, type: 'services', services: [aService()] },
    { source, type: 'components', components: [{ gradeServiceId: 1, gradeComponentId: 1, currentValue: 'https://a.example' }] },
    { source, type: 'menu', isOpen: true },
    { source, type: 'reviews', reviews: [aReview()] },
    { source, type: 'subject', subject: { fullName: 'Ada' } },
    { source, type: 'subject', subject: aCard() },
    { source, type: 'subject', subject: blankCard('nobody') },
  ])('is taken: $type', (message) => {
    expect(isPreviewMessage(message)).toBe(true)
  })

  test.each([
    ['from somebody else', { source: 'carte-card', type: 'menu', isOpen: true }],
    ['of a kind nobody knows', { source, type: 'publish' }],
    ['with a kind that every object has', { source, type: 'constructor' }],
    ['to a page that is not there', { source, type: 'navigate', page: 'myAccount' }],
    ['to a page that every object has', { source, type: 'navigate', page: 'toString' }],
    ['with a field no card has', { source, type: 'subject', subject: { __html: '<b>' } }],
    ['with a field of another kind', { source, type: 'subject', subject: { fullName: { toString: 'x' } } }],
    ['with a review of another kind', { source, type: 'reviews', reviews: [{ ...aReview(), stars: NaN }] }],
    ['with a service that lacks something', { source, type: 'services', services: [{ gradeServiceId: 1 }] }],
    ['with more services than anybody has', { source, type: 'services', services: Array.from({ length: 501 }, () => aService()) }],
    ['with something besides', { source, type: 'menu', isOpen: true, more: true }],
    ['that says nothing', null],
    ['that is a word', 'menu'],
    ['that is a list', [{ source, type: 'menu', isOpen: true }]],
  ])('is dropped %s', (_, message) => {
    expect(isPreviewMessage(message)).toBe(false)
  })

  test('an answer of the card is known, and nothing else is one', () => {
    expect(isCardMessage({ source: 'carte-card', type: 'loaded', alias: 'maren' })).toBe(true)
    expect(isCardMessage({ source: 'carte-card', type: 'navigated', page: 'about' })).toBe(true)
    expect(isCardMessage({ source, type: 'loaded', alias: 'maren' })).toBe(false)
    expect(isCardMessage({ source: 'carte-card', type: 'navigated', page: 'https://elsewhere.example' })).toBe(false)
  })
})

describe('PREVIEW-1 only a card’s page as a preview may stand in a frame', () => {
  const asked = (path: string) => isPreviewAddress(new URL(path, 'https://carte.example'))

  test.each(['/maren/home?preview=on', '/Maren/v-card/?preview=on', '/maren/v/spring/home?preview=on', '/maren/about.data?preview=on'])(
    '%s',
    (path) => expect(asked(path)).toBe(true),
  )
  test.each([
    '/maren/home',
    '/maren/home?preview=off',
    '/maren/my-contacts?preview=on',
    '/maren/login?preview=on',
    '/account/home?preview=on',
    '/admin/settings?preview=on',
    '/account/edit/maren/home?preview=on',
    '/home?preview=on',
  ])('not %s', (path) => expect(asked(path)).toBe(false))
})
