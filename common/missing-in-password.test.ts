import { expect, test } from 'vitest'
import { passwordRule } from '#contract/constants.ts'
import { missingInPassword } from './missing-in-password.ts'

test.each([
  ['maple-canoe-47-lantern', ['upper']],
  ['', ['length', 'upper', 'lower', 'digit']],
  ['ABC', ['length', 'lower', 'digit']],
  ['Ä-canoe-éé', ['upper', 'digit']],
  ['Maple-canoe-47', []],
])('AUTH-8 names what %j lacks, and nothing if the rule accepts it', (password, missing) => {
  expect(missingInPassword(password)).toEqual(missing)
  expect(passwordRule.test(password)).toBe(missing.length === 0)
})
