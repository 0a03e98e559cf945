import { expect, test } from 'vitest'
import { glyphOf } from './service-glyph.ts'

test.each([
  ['Instagram', { mark: 'instagram' }],
  ['Facebook Business', { mark: 'facebook' }],
  ['YouTube', { mark: 'youtube' }],
  ['Website', { line: 'globe' }],
  ['Linked In', { monogram: 'in' }],
  ['LinkedIn', { monogram: 'in' }],
  ['Realtor', { monogram: 'R' }],
  ['Better Business Bureau', { monogram: 'BBB' }],
  ['StreetEasy', { monogram: 'S' }],
])('%s has the glyph %j', (name, glyph) => {
  expect(glyphOf(name)).toEqual(glyph)
})
