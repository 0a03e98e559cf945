import { expect, test } from 'vitest'
import { opensOffline } from './connection-notice.tsx'
import { isSwipedAway, swipeBy } from './use-swipe.ts'

test.each([
  ['/maren/home', true],
  ['/maren/about/', true],
  ['/maren/v/spring/reviews', true],
  ['/maren/install', true],
  ['/maren/my-contacts', false],
  ['/maren/login', false],
  ['/account', false],
  ['/api/public/client/maren/v-card/latest', false],
  ['/', false],
])('%s opens offline: %s with a worker, never without', (path, opens) => {
  expect(opensOffline(path, true)).toBe(opens)
  expect(opensOffline(path, false)).toBe(false)
})

test('a notice follows a swipe down or up, and closes when pushed far or flicked', () => {
  expect([-40, 3, 30].map(swipeBy)).toEqual([-40, 0, 30])
  expect(isSwipedAway(60, 900)).toBe(true)
  expect(isSwipedAway(-60, 900)).toBe(true)
  expect(isSwipedAway(30, 40)).toBe(true)
  expect(isSwipedAway(30, 600)).toBe(false)
})
