import { expect, test } from 'vitest'
import { shortCount } from '../../ui/short-count.ts'
import { greetedName } from './shell-view.ts'

test('NAV-5 greets by first name, in any script, and a team by its whole name', () => {
  expect(['Maren Holloway', ' 山田 太郎', ''].map((name) => greetedName(name))).toEqual(['Maren', '山田', ''])
  const team = 'The Oyelaran Team'
  expect([team, 'Ada Oyelaran'].map((name) => greetedName(name, team))).toEqual([team, 'Ada'])
})

test('MYC-4 a count that no longer fits says so', () => {
  expect([3, 99, 100].map(shortCount)).toEqual(['3', '99', '99+'])
})
