import { expect, test } from 'vitest'
import { marked } from './use-app-address.ts'

test('ROUTE-8 an address says that its page is the app’s, before what names a place in it', () => {
  expect(marked('/maren/home', 'source=pwa')).toBe('/maren/home?source=pwa')
  expect(marked('/maren/home#share', 'simulateStandalone=on')).toBe('/maren/home?simulateStandalone=on#share')
  expect(marked('/maren/my-contacts?q=wren', 'source=pwa')).toBe('/maren/my-contacts?q=wren&source=pwa')
})
