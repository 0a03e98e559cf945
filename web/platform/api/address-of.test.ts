import { expect, test } from 'vitest'
import { addressOf } from './address-of.ts'

test('parts are filled in and cannot leave their place', () => {
  expect(addressOf('media.profileImage', { alias: 'maren', version: 'a1' })).toBe('/api/public/client-image/maren/ProfileImage/a1')
  expect(addressOf('media.profileImage', { alias: '../x', version: 'a/b' })).toBe('/api/public/client-image/..%2Fx/ProfileImage/a%2Fb')
})

test('a part that may be left out leaves no slash behind', () => {
  expect(addressOf('cards.read', { alias: 'maren' })).toBe('/remote/api/public/e-card-by-alias/maren')
})
