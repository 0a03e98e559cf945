import { describe, expect, test } from 'vitest'
import { aPushDevice } from '../harness/push-device.ts'
import { theSite } from '../harness/the-site.ts'
import { aVisitor, hydrate } from '../harness/visitor.ts'
import { registerWorker, readCachedCard } from './push-steps.ts'

test('the worker is one file at one address for every page, always revalidated', async () => {
  const answer = await fetch(`${theSite().url}/service-worker.js`)
  expect(answer.status).toBe(200)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'no-cache',
    'service-worker-allowed': '/',
    'x-content-type-options': 'nosniff',
  })
  expect(await answer.text()).not.toMatch(/\bimport\b/)
})

test('NOTE-2 visitors of a card get no worker', async () => {
  await using visitor = await aVisitor({ serviceWorkers: 'allow' })
  await visitor.open('/maren/home')
  await hydrate(visitor.page)
  // The deferred part has loaded, too.
  await visitor.page.locator('.connection').waitFor({ state: 'attached' })
  expect(await visitor.page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0)
})

describe('NOTE-1 a received push message', () => {
  test.each([
    ['no data', ''],
    ['invalid JSON', '\u0000{"'],
    ['too much data', JSON.stringify(aNoticeOf('x'.repeat(1_000_000)))],
  ])('with %s still shows a generic notification', async (_, data) => {
    await using visitor = await aVisitor({ browser: 'complete', serviceWorkers: 'allow' })
    const device = await aPushDevice(visitor.page)
    await visitor.open('/maren/home')
    await registerWorker(visitor.page)
    await device.deliver(data)

    expect(await device.notices()).toEqual([expect.objectContaining({ title: new URL(theSite().url).host, silent: true })])
    expect(await visitor.page.evaluate(readCachedCard)).toEqual([])
  })
})

function aNoticeOf(body: string) {
  return { web_push: 8030, notification: { title: 'Long', body, data: { alias: 'maren' } } }
}
