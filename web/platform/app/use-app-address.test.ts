import { expect, test } from 'vitest'
import { withMark } from './use-app-address.ts'

test('ROUTE-8 an address is marked as the app’s before its hash', () => {
  expect(withMark('/maren/home', 'source=pwa')).toBe('/maren/home?source=pwa')
  expect(withMark('/maren/home#share', 'simulateStandalone=on')).toBe('/maren/home?simulateStandalone=on#share')
  expect(withMark('/maren/my-contacts?q=wren', 'source=pwa')).toBe('/maren/my-contacts?q=wren&source=pwa')
})
