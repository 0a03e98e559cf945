import { expect, test } from 'vitest'
import { VersionName } from '#contract/cards/cards.ts'
import { Overrides } from '#contract/cards/drafts.ts'
import { flagNames, isTaken, isVersionName, textNames, toVersionName } from './version-fields.ts'

test('ACCOUNT-2 the editor offers exactly the fields a version can override', () => {
  const known = Overrides.keyof().options
  for (const name of [...textNames, ...flagNames]) expect(known).toContain(name)
})

test.each([
  ['Spring fair', 'Spring-fair'],
  ['Été à Québec', 'Ete-a-Quebec'],
  ['  .hidden', 'hidden'],
  ['2026_Open.House', '2026_Open.House'],
])('ACCOUNT-2 a version named %j has the address %s', (typed, name) => {
  expect(toVersionName(typed)).toBe(name)
  expect([isVersionName(name), VersionName.safeParse(name).success]).toEqual([true, true])
})

test('ACCOUNT-2 two versions never share an address', () => {
  expect(isTaken(['Fair'], 'fair')).toBe(true)
  expect(isTaken(['Fair'], 'fairs')).toBe(false)
})
