import { expect, test } from 'vitest'
import { cardPages, ownerPages } from '#contract/pages.ts'
import { pageMeta } from './page-meta.ts'

const pages = Object.entries(pageMeta)
const names = (which: typeof pages) => which.map(([name]) => name).toSorted()

test('ROUTE-7 every page of a card and of an owner says what it asks for', () => {
  expect(names(pages)).toEqual([...Object.keys(cardPages), ...Object.keys(ownerPages)].toSorted())
})

test('ROUTE-7 the owner’s pages always ask for a login, and make an app its owner’s', () => {
  const always = pages.filter(([, { requiresAuth }]) => requiresAuth === 'always')
  expect(names(always)).toEqual(Object.keys(ownerPages).toSorted())
  expect(names(pages.filter(([, { setOwnerMode }]) => setOwnerMode))).toEqual(names(always))
})

test('ROUTE-10 in an owner’s app the pages of the card ask too, all but home and settings', () => {
  const never = pages.filter(([, { requiresAuth }]) => requiresAuth === 'never')
  expect(names(never)).toEqual(['home', 'settings'])
})

test('HOME-7 home alone is asked for the share sheet', () => {
  expect(names(pages.filter(([, { showSharePage }]) => showSharePage))).toEqual(['home'])
})
