import { expect, test } from 'vitest'
import { mustLogIn, type Here } from './session-watch.tsx'

const owners: Here = { isApp: true, isOwnersApp: true, isGuarded: true }

test('ROUTE-10 an owner’s app asks for its owner on the pages of the card', () => {
  expect(mustLogIn(owners)).toBe(true)
})

test.each<[string, Partial<Here>]>([
  ['in a browser’s tab or a preview', { isApp: false }],
  ['in the app of a visitor, where no login exists', { isOwnersApp: false }],
  ['on a page everybody may see', { isGuarded: false }],
])('ROUTE-10 nobody is asked for %s', (_where, change) => {
  expect(mustLogIn({ ...owners, ...change })).toBe(false)
})
