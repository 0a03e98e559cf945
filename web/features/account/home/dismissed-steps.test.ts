import { expect, test } from 'vitest'
import { dismissCookie, dismissedOf, readDismissed } from './dismissed-steps.ts'

const day = 86_400_000
const now = Date.UTC(2026, 0, 5)
const sending = (cookie: string, url = 'http://localhost/account') => ({ url, headers: new Headers({ cookie }) })
const cookiePair = (cookie: string | null) => cookie?.split(';')[0] ?? ''

test('a step is dismissed for a week, for one card, in addition to earlier ones', () => {
  const first = dismissCookie(sending('time-zone=UTC'), { alias: 'anna', kind: 'photo' }, now)
  expect(first).toMatch(/^dismissed=.*; Path=\/; Max-Age=604800; HttpOnly; SameSite=Lax$/)
  expect(dismissCookie(sending('', 'https://carte.example/account'), { alias: 'anna', kind: 'photo' }, now)).toMatch(/; Secure$/)
  const both = cookiePair(dismissCookie(sending(cookiePair(first)), { alias: 'ben-2', kind: 'share' }, now + day))
  const on = (at: number) => readDismissed(sending(`a=b; ${both}`), at)
  expect([...dismissedOf(on(now + day), 'anna')]).toEqual(['photo'])
  expect([...dismissedOf(on(now + day), 'ben-2')]).toEqual(['share'])
  expect([...dismissedOf(on(now + 7 * day), 'anna')]).toEqual([])
  expect([...dismissedOf(on(now + 7 * day), 'ben-2')]).toEqual(['share'])
})

test('an unknown step or a foreign cookie dismisses nothing', () => {
  expect(dismissCookie(sending(''), { alias: 'anna', kind: 'everything' }, now)).toBe(null)
  expect(dismissCookie(sending(''), { alias: 'anna;x', kind: 'photo' }, now)).toBe(null)
  expect(readDismissed(sending('dismissed=anna.photo.99999999999~~x.y.z'), now)).toEqual([])
})

test('the cookie stays within its size limit', () => {
  let cookie = ''
  for (let card = 0; card < 60; card++) cookie = cookiePair(dismissCookie(sending(cookie), { alias: `card-${card}`, kind: 'share' }, now))
  expect(cookie.length).toBeLessThan(1600)
  expect(readDismissed(sending(cookie), now)).toHaveLength(40)
})
