import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { aPushDevice, aPushMessage } from '../harness/push-device.ts'
import { theSite } from '../harness/the-site.ts'
import { aVisitor } from '../harness/visitor.ts'

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
  await using visitor = await aVisitor()
  await visitor.open('/maren/home')
  await visitor.page.waitForLoadState('networkidle')
  expect(await visitor.page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0)
})

describe('NOTE-1 a received push message', () => {
  test('is displayed, and stored on the device under notifications', async () => {
    await using visitor = await aVisitor()
    const device = await aPushDevice(visitor.page)
    await visitor.open('/maren/home')
    await registerWorker(visitor.page)
    await device.fallAsleep()
    await device.deliver(JSON.stringify(aPushMessage('maren')))

    expect(await device.notices()).toEqual([
      expect.objectContaining({
        title: 'Amara Field just connected',
        body: 'Met you at the open house.',
        tag: 'notice-Amara Field just connected',
      }),
    ])
    expect(await visitor.page.evaluate(readCachedCard)).toEqual([
      {
        status: 'new',
        receivedOn: expect.any(Number),
        readOn: null,
        notification: {
          title: 'Amara Field just connected',
          body: 'Met you at the open house.',
          path: '/maren/my-contacts',
          topic: 'New_Connected_Client',
          alias: 'maren',
        },
      },
    ])
  })

  test.each([
    ['no data', ''],
    ['invalid JSON', '\u0000{"'],
    ['too much data', JSON.stringify(aNoticeOf('x'.repeat(1_000_000)))],
  ])('with %s still shows a generic notification', async (_, data) => {
    await using visitor = await aVisitor()
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

/** As an owner's page does. */
async function registerWorker(page: Page) {
  await page.evaluate(async () => {
    const policies = Reflect.get(window, 'trustedTypes') as {
      createPolicy(name: string, rules: object): { createScriptURL(url: string): string }
    }
    const address = policies.createPolicy('service-worker', { createScriptURL: (url: string) => url }).createScriptURL('/service-worker.js')
    await navigator.serviceWorker.register(address, { scope: '/' })
    await navigator.serviceWorker.ready
  })
}

/** Runs in the page: the card as stored on the device. */
function readCachedCard() {
  return new Promise<unknown>((resolve, reject) => {
    const request = indexedDB.open('device')
    request.onerror = () => reject(request.error)
    request.onsuccess = () => {
      const base = request.result
      if (!base.objectStoreNames.contains('values')) return resolve([])
      const read: IDBRequest<unknown> = base.transaction('values').objectStore('values').get('notifications')
      read.onsuccess = () => {
        base.close()
        resolve(read.result ?? [])
      }
    }
  })
}
