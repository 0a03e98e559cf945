import { expect, test } from 'vitest'
import type { DisabledCard } from '#contract/cards/cards.ts'
import { aCard } from '../../../tests/samples/a-card.ts'
import { translatorFor } from '../../i18n/use-translate.ts'
import { ownerShare, sharedCard } from './shared-card.ts'

const t = translatorFor('en')
const { alias, fullName, profile, isDemo } = aCard()
const off = { alias, fullName, profile, isDemo, isCardDisabled: true, eCardEnabled: false }
const shareOf = (card: ReturnType<typeof aCard> | DisabledCard) => ownerShare(card, 'https://carte.example', t)

test('SHARE-6 shares the owner’s text, and adds a missing link', () => {
  const textOf = (changes: Parameters<typeof aCard>[0] = {}) =>
    sharedCard(aCard(changes), { alias: 'maren' }, 'https://carte.example/maren', t).textBody
  expect(textOf()).toBe('Here’s Maren Holloway’s card: https://carte.example/maren')
  expect(textOf({ shareBySmsBody: 'Meet Maren!' })).toBe('Meet Maren! https://carte.example/maren')
})

test('SHARE-7 a card that visitors can’t open says why', () => {
  expect(shareOf(aCard())).toMatchObject({ alias: 'maren', link: 'https://carte.example/maren', isOwn: true })
  expect([shareOf({ ...off, isTakenDown: false }), shareOf({ ...off, isTakenDown: true })]).toEqual(['off', 'takenDown'])
})
