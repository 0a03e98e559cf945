import { expect, test } from 'vitest'
import { cardPages, ownerPages } from '#contract/pages.ts'
import { pageMeta } from './page-meta.ts'

const pages = Object.entries(pageMeta)
const names = (which: typeof pages) => which.map(([name]) => name).toSorted()

test('ROUTE-7 every card and owner page has access rules', () => {
  expect(names(pages)).toEqual([...Object.keys(cardPages), ...Object.keys(ownerPages)].toSorted())
})

test('ROUTE-7 owner pages always require a login, and set the app’s owner mode', () => {
  const always = pages.filter(([, { requiresAuth }]) => requiresAuth === 'always')
  expect(names(always)).toEqual(Object.keys(ownerPages).toSorted())
  expect(names(pages.filter(([, { setOwnerMode }]) => setOwnerMode))).toEqual(names(always))
})

test('ROUTE-10 in an owner’s app card pages require a login, except home and settings', () => {
  const never = pages.filter(([, { requiresAuth }]) => requiresAuth === 'never')
  expect(names(never)).toEqual(['home', 'settings'])
})

test('HOME-7 only home opens the share sheet by its address', () => {
  expect(names(pages.filter(([, { showSharePage }]) => showSharePage))).toEqual(['home'])
})
