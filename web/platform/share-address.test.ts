import { describe, expect, test } from 'vitest'
import { isShareAddress, unlessShare, withoutShare, withShare } from './share-address.ts'

describe('the address of the share dialog', () => {
  test.each([
    ['/account', '/account?share'],
    ['/account?card=ada', '/account?card=ada&share'],
    ['/ada/my-contacts?q=jo%C3%A3o+b&label=Buyer', '/ada/my-contacts?q=jo%C3%A3o+b&label=Buyer&share'],
  ])('%s opens it at %s and closes it there', (page, shared) => {
    expect([withShare(page), withShare(shared), withoutShare(shared), withoutShare(page)]).toEqual([shared, shared, page, page])
  })

  test.each([
    ['?share', true],
    ['?card=ada&share=', true],
    ['?share=1', false],
    ['', false],
  ])('%s opens it: %s', (search, opens) => {
    expect(isShareAddress(search)).toBe(opens)
  })

  test.each([
    ['/account', '/account?share', false],
    ['/account?share', '/account', false],
    ['/account?card=ada', '/account?card=ben&share', true],
    ['/account', '/account', true],
    ['/account?share', '/account?share', true],
  ])('from %s to %s the page loads again: %s', (from, to, loads) => {
    const [currentUrl, nextUrl] = [from, to].map((path) => new URL(path, 'https://carte.example'))
    if (!currentUrl || !nextUrl) throw new Error('An address is missing')
    const args = { currentUrl, currentParams: {}, nextUrl, nextParams: {}, defaultShouldRevalidate: true }
    expect(unlessShare(args)).toBe(loads)
    expect(unlessShare({ ...args, formMethod: 'POST' })).toBe(true)
  })
})
