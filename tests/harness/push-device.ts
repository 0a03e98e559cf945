import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { PushMessage } from '#contract/push.ts'
import { theSite } from './the-site.ts'

export type DisplayedNotice = { title: string; body: string; tag: string; silent: boolean | null; data: unknown }

/**
 * The browser of a visitor with notifications allowed, and a way to deliver push messages to its worker. Needs a visitor with
 * `browser: 'complete'`; create it before opening a page.
 */
export async function aPushDevice(page: Page) {
  const origin = theSite().url
  await page.context().grantPermissions(['notifications'], { origin })
  const devtools = await page.context().newCDPSession(page)
  const registered = Promise.withResolvers<string>()
  devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    for (const { scopeURL, registrationId } of registrations) if (scopeURL === `${origin}/`) registered.resolve(registrationId)
  })
  const running = new Map<string, string>()
  devtools.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
    for (const { versionId, runningStatus } of versions) running.set(versionId, runningStatus)
  })
  const ends: (string | undefined)[] = []
  devtools.on('BackgroundService.backgroundServiceEventReceived', ({ backgroundServiceEvent: { eventName, eventMetadata } }) => {
    if (eventName === 'Push event completed') ends.push(eventMetadata[0]?.value)
  })
  await devtools.send('ServiceWorker.enable')
  await devtools.send('BackgroundService.startObserving', { service: 'pushMessaging' })
  await devtools.send('BackgroundService.setRecording', { service: 'pushMessaging', shouldRecord: true })

  return {
    /** Resolves when the worker is done: a browser loses a notification that is read while it is being displayed. */
    async deliver(data: string) {
      const before = ends.length
      // Messages before the worker is active are lost, as with a push service.
      await page.evaluate(async () => void (await navigator.serviceWorker.ready))
      await devtools.send('ServiceWorker.deliverPushMessage', { origin, registrationId: await registered.promise, data })
      await expect.poll(() => ends[before]).toBe('Success')
    },
    /** Stops the worker, as browsers do between messages. */
    async fallAsleep() {
      // Messages to a worker that is stopping are lost; a request that was on its way starts it again.
      const stop = async () => {
        await devtools.send('ServiceWorker.stopAllWorkers')
        return [...running.values()]
      }
      await expect.poll(stop).toSatisfy((states: string[]) => states.length > 0 && states.every((state) => state === 'stopped'))
    },
    notices: () => page.evaluate(readNotices),
  }
}

/** A message as the server writes it. */
export function aPushMessage(alias: string, words: Partial<{ title: string; body: string; path: string }> = {}): PushMessage {
  const { title = 'Amara Field just connected', body = 'Met you at the open house.', path = `/${alias}/my-contacts` } = words
  const { url } = theSite()
  return {
    web_push: 8030,
    mutable: true,
    notification: {
      title,
      body,
      navigate: url + path,
      tag: `notice-${title}`,
      icon: `${url}/favicon.ico`,
      data: { alias, topic: 'New_Connected_Client', path },
    },
  }
}

/** Runs in the page. */
async function readNotices(): Promise<DisplayedNotice[]> {
  const registration = await navigator.serviceWorker.ready
  return (await registration.getNotifications()).map(({ title, body, tag, silent, data }) => ({
    title,
    body,
    tag,
    silent,
    data: data as unknown,
  }))
}
