import { describe, expect, inject, test, vi } from 'vitest'
import { weighHtml } from '../bench/first-view.ts'
import { behindTheSite } from './harness/behind-the-site.ts'

const KB = 1024
const cards = ['maren', 'julian', 'priya', 'oyelaran']

describe.each(cards)('the first view of %s', (alias) => {
  const address = () => `${inject('site').url}/${alias}/home`

  test('is at most 15 KB of compressed HTML, styles included', async () => {
    expect((await weighHtml(address())).compressed).toBeLessThanOrEqual(15 * KB)
  })

  test('has at most 30 KB of styles', async () => {
    expect((await weighHtml(address())).styles).toBeLessThanOrEqual(30 * KB)
  })

  test('waits for no script and for no style sheet', async () => {
    const html = await (await fetch(address())).text()

    expect(html).not.toMatch(/<script[^>]*\bsrc=/)
    expect(html).not.toMatch(/<script[^>]*type="module"/)
    expect(html).not.toMatch(/rel="(modulepreload|stylesheet)"/)
  })
})

test('a card that is not kept in memory costs at most 8 queries', async () => {
  await using app = await behindTheSite({ pages: true })
  // The queue of jobs opens beside the first answer; it is not what a card costs.
  await app.needs.jobs.settle()
  const query = vi.spyOn(app.needs.pool, 'query')
  const answer = await app.fetch(new Request(`${app.needs.settings.publicUrl}/maren/home`))

  expect(answer.status).toBe(200)
  expect(query.mock.calls.length).toBeGreaterThan(0)
  expect(query.mock.calls.length).toBeLessThanOrEqual(8)
})
