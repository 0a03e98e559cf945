import { describe, expect, test } from 'vitest'
import { isPreviewAddress } from '#contract/cards/preview.ts'
import { aCard, aService } from '../../../tests/samples/a-card.ts'
import { aReview } from '../../../tests/samples/a-review.ts'
import { blankCard } from '#common/blank-card.ts'
import { isCardMessage, isPreviewMessage } from './read-preview-message.ts'

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
    { source, type: 'subject', subject: blankCard('blank') },
  ])('is accepted: $type', (message) => {
    expect(isPreviewMessage(message)).toBe(true)
  })

  test.each([
    ['from another source', { source: 'carte-card', type: 'menu', isOpen: true }],
    ['of an unknown type', { source, type: 'publish' }],
    ['of a type that is a property of every object', { source, type: 'constructor' }],
    ['to an unknown page', { source, type: 'navigate', page: 'myAccount' }],
    ['to a page that is a property of every object', { source, type: 'navigate', page: 'toString' }],
    ['with an unknown field', { source, type: 'subject', subject: { __html: '<b>' } }],
    ['with a field of another type', { source, type: 'subject', subject: { fullName: { toString: 'x' } } }],
    ['with an invalid review', { source, type: 'reviews', reviews: [{ ...aReview(), stars: NaN }] }],
    ['with an incomplete service', { source, type: 'services', services: [{ gradeServiceId: 1 }] }],
    ['with more services than the limit', { source, type: 'services', services: Array.from({ length: 501 }, () => aService()) }],
    ['with an extra property', { source, type: 'menu', isOpen: true, more: true }],
    ['that is null', null],
    ['that is a string', 'menu'],
    ['that is a list', [{ source, type: 'menu', isOpen: true }]],
  ])('is dropped %s', (_, message) => {
    expect(isPreviewMessage(message)).toBe(false)
  })

  test('recognizes the card’s messages, and no others', () => {
    expect(isCardMessage({ source: 'carte-card', type: 'loaded', alias: 'maren' })).toBe(true)
    expect(isCardMessage({ source: 'carte-card', type: 'navigated', page: 'about' })).toBe(true)
    expect(isCardMessage({ source, type: 'loaded', alias: 'maren' })).toBe(false)
    expect(isCardMessage({ source: 'carte-card', type: 'navigated', page: 'https://elsewhere.example' })).toBe(false)
  })
})

describe('PREVIEW-1 only a card page’s preview may be framed', () => {
  const requested = (path: string) => isPreviewAddress(new URL(path, 'https://carte.example'))

  test.each(['/maren/home?preview=on', '/Maren/v-card/?preview=on', '/maren/v/spring/home?preview=on', '/maren/about.data?preview=on'])(
    '%s',
    (path) => expect(requested(path)).toBe(true),
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
  ])('not %s', (path) => expect(requested(path)).toBe(false))
})
