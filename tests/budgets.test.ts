import { describe, expect, inject, test } from 'vitest'
import { addressesIn, firstViewOf } from '../bench/first-view.ts'

const KB = 1024
const cards = ['maren', 'julian', 'priya', 'oyelaran']

describe.each(cards)('the first view of %s', (alias) => {
  const view = () => firstViewOf(inject('site').url, `/${alias}/home`)

  test('is at most 15 KB of compressed HTML, styles included', async () => {
    expect((await view()).html).toBeLessThanOrEqual(15 * KB)
  })

  test('has at most 30 KB of styles', async () => {
    expect((await view()).styles).toBeLessThanOrEqual(30 * KB)
  })

  test('waits for no script and for no style sheet', async () => {
    const html = await (await fetch(`${inject('site').url}/${alias}/home`)).text()

    expect(addressesIn(html, /<script[^>]*\bsrc="([^"]+)"/g)).toEqual([])
    expect(html).not.toMatch(/<script[^>]*type="module"/)
    expect(html).not.toMatch(/rel="(modulepreload|stylesheet)"/)
  })
})
