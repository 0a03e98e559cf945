import { describe, expect, test } from 'vitest'
import { delayMs } from './connect-card.ts'
import { mayPrompt, type PromptContext } from './connect-prompt.tsx'

const context: PromptContext = {
  state: { connected: false, neverAskAgain: false },
  isInstalled: false,
  isPreview: false,
  isDesktop: false,
  isOnFormPage: false,
  isHandled: false,
}
const prompt = { onDesktop: true }

describe('the form opens by itself', () => {
  test('PROMPT-2 for a visitor who was never asked', () => expect(mayPrompt(prompt, context)).toBe(true))

  test.each<[string, Partial<PromptContext>]>([
    ['who is connected', { state: { connected: true, neverAskAgain: false } }],
    ['who never wants to be asked again', { state: { connected: false, neverAskAgain: true } }],
    ['of an installed card', { isInstalled: true }],
    ['in a preview', { isPreview: true }],
    ['on the page of the form', { isOnFormPage: true }],
    ['who was offered it in this load', { isHandled: true }],
  ])('PROMPT-2 not for a visitor %s', (_who, change) => expect(mayPrompt(prompt, { ...context, ...change })).toBe(false))

  test('CAP-5 unless the owner turned it off, for all or on desktop', () => {
    expect(mayPrompt(null, context)).toBe(false)
    expect(mayPrompt({ onDesktop: false }, { ...context, isDesktop: true })).toBe(false)
    expect(mayPrompt({ onDesktop: false }, context)).toBe(true)
  })

  test.each([
    [undefined, 3000],
    [5, 5000],
    [0.5, 500],
    [0, 100],
    [-2, 100],
  ])('CAP-5 a delay of %s seconds is %i ms', (seconds, ms) => expect(delayMs(seconds)).toBe(ms))
})
