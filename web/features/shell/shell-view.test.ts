import { expect, test } from 'vitest'
import { shortCount } from '../../ui/short-count.ts'
import { firstNameOf } from './shell-view.ts'

test('NAV-5 the greeting says the first name, in any script', () => {
  expect(['Maren Holloway', ' 山田 太郎', ''].map(firstNameOf)).toEqual(['Maren', '山田', ''])
})

test('MYC-4 a count that no longer fits says so', () => {
  expect([3, 99, 100].map(shortCount)).toEqual(['3', '99', '99+'])
})
