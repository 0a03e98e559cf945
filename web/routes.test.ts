import type { RouteConfigEntry } from '@react-router/dev/routes'
import { describe, expect, test } from 'vitest'
import { cardPages, ownerPages, restrictedHref, cardHref, sidePages, type CardPage } from '../contract/pages.ts'
import routes from './routes.ts'

const flat = (entries: readonly RouteConfigEntry[], front = ''): { path: string; id: string | undefined }[] =>
  entries.flatMap(({ path = '', id, children = [] }) => {
    const here = [front, path].filter(Boolean).join('/')
    return [{ path: here, id }, ...flat(children, here)]
  })
const all = flat(routes)
const paths = new Set(all.map(({ path }) => path))
const pages = Object.keys(cardPages) as CardPage[]

describe('the address tree', () => {
  test.each(pages)('ROUTE-2 ROUTE-3 %s has a plain, a versioned and two restricted addresses', (page) => {
    for (const address of [{ alias: ':alias' }, { alias: ':alias', version: ':version' }]) {
      expect(paths).toContain(cardHref(address, page).slice(1))
      expect(paths).toContain(restrictedHref(address, page).slice(1))
    }
  })

  test('route ids are the page names of the contract, which name cached answers', () => {
    expect(all.map(({ id }) => id)).toEqual(expect.arrayContaining(pages.flatMap((page) => [page, `${page}-versioned`])))
  })

  test('ROUTE-3 a restricted route is named after its page', () => {
    expect(all.map(({ id }) => id)).toEqual(expect.arrayContaining(pages.map((page) => `restricted-access-${page}`)))
  })

  test.each([...Object.values(ownerPages), ...Object.values(sidePages)])('ROUTE-4 ROUTE-5 /{alias}/%s', (segment) => {
    expect(paths).toContain(`:alias/${segment}`)
  })

  test('ROUTE-1 ROUTE-11 bare addresses and unknown pages are taken too', () => {
    for (const path of [':alias', ':alias/v/:version', ':alias/*', ':alias/v/:version/*', '/no-data']) expect(paths).toContain(path)
  })
})
