import { describe, expect, test } from 'vitest'
import { delayMs } from './connect-card.ts'
import { mayAsk, type Here } from './connect-prompt.tsx'

const here: Here = {
  state: { connected: false, neverAskAgain: false },
  isInstalled: false,
  isPreview: false,
  isDesktop: false,
  isElsewhere: false,
  isAnswered: false,
}
const asks = { onDesktop: true }

describe('whether the form opens by itself', () => {
  test('PROMPT-2 it does for a visitor who was never asked', () => expect(mayAsk(asks, here)).toBe(true))

  test.each<[string, Partial<Here>]>([
    ['who is connected', { state: { connected: true, neverAskAgain: false } }],
    ['who never wants to be asked again', { state: { connected: false, neverAskAgain: true } }],
    ['of an installed card', { isInstalled: true }],
    ['in a preview', { isPreview: true }],
    ['on the page of the form', { isElsewhere: true }],
    ['who was offered it in this load', { isAnswered: true }],
  ])('PROMPT-2 it does not for somebody %s', (_who, change) => expect(mayAsk(asks, { ...here, ...change })).toBe(false))

  test('CAP-5 the owner may switch it off, for all or for desktops', () => {
    expect(mayAsk(null, here)).toBe(false)
    expect(mayAsk({ onDesktop: false }, { ...here, isDesktop: true })).toBe(false)
    expect(mayAsk({ onDesktop: false }, here)).toBe(true)
  })

  test.each([
    [undefined, 3000],
    [5, 5000],
    [0.5, 500],
    [0, 100],
    [-2, 100],
  ])('CAP-5 a time-out of %s seconds is %i milliseconds', (seconds, ms) => expect(delayMs(seconds)).toBe(ms))
})
