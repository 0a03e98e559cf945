import { describe, expect, inject, test, vi } from 'vitest'
import type { App } from '#server/app.ts'
import { addressesIn, firstViewOf } from '../bench/first-view.ts'
import { behindTheSite } from './harness/behind-the-site.ts'

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

test('a card that is not kept in memory costs few queries, and none once it is', async () => {
  await using app = await behindTheSite({ pages: true })
  const asked = countQueries(app.needs.pool)
  const visit = () => app.fetch(new Request(`${app.needs.settings.publicUrl}/maren/home`))

  expect((await visit()).status).toBe(200)
  expect(asked()).toBeGreaterThan(0)
  expect(asked()).toBeLessThanOrEqual(8)

  const before = asked()
  await visit()
  expect(asked()).toBe(before)
})

/** How many statements have left for the database. */
function countQueries(pool: App['needs']['pool']) {
  const query = vi.spyOn(pool, 'query')
  return () => query.mock.calls.length
}
