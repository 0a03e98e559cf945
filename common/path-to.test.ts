import { expect, test } from 'vitest'
import { pathTo } from './path-to.ts'

test('parts are filled in and can’t climb out of the path', () => {
  expect(pathTo('media.profileImage', { alias: 'maren', version: 'a1' })).toBe('/api/public/client-image/maren/ProfileImage/a1')
  expect(pathTo('media.profileImage', { alias: '../x', version: 'a/b' })).toBe('/api/public/client-image/..%2Fx/ProfileImage/a%2Fb')
  expect(pathTo('media.profileImage', { alias: '..', version: '.' })).toBe('/api/public/client-image/-/ProfileImage/-')
})

test('an omitted optional part leaves no trailing slash', () => {
  expect(pathTo('cards.read', { alias: 'maren' })).toBe('/remote/api/public/e-card-by-alias/maren')
})
