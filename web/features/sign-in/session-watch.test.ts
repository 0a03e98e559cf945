import { expect, test } from 'vitest'
import { mustLogIn, type LoginContext } from './session-watch.tsx'

const owners: LoginContext = { isApp: true, isOwnersApp: true, isGuarded: true }

test('ROUTE-10 an owner’s app requires its owner on guarded pages', () => {
  expect(mustLogIn(owners)).toBe(true)
})

test.each<[string, Partial<LoginContext>]>([
  ['in a browser’s tab or a preview', { isApp: false }],
  ['in the app of a visitor, where no login exists', { isOwnersApp: false }],
  ['on a public page', { isGuarded: false }],
])('ROUTE-10 requires no login %s', (_where, change) => {
  expect(mustLogIn({ ...owners, ...change })).toBe(false)
})
