import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { PushMessage } from '#contract/push.ts'
import { theSite } from './the-site.ts'

export type ShownNotice = { title: string; body: string; tag: string; silent: boolean | null; data: unknown }

/** This page's browser as a device that may be notified, with a way to deliver to its worker what a push service would. Made before a page is opened. */
export async function aPushDevice(page: Page) {
  const origin = theSite().url
  await page.context().grantPermissions(['notifications'], { origin })
  const devtools = await page.context().newCDPSession(page)
  const heard = Promise.withResolvers<string>()
  devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    for (const { scopeURL, registrationId } of registrations) if (scopeURL === `${origin}/`) heard.resolve(registrationId)
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
    /** Until the worker is done with it: a browser forgets a notice that somebody asks for while it is about to be shown. */
    async deliver(data: string) {
      const before = ends.length
      // What comes before there is a worker at work is lost, as it would be from a push service.
      await page.evaluate(async () => void (await navigator.serviceWorker.ready))
      await devtools.send('ServiceWorker.deliverPushMessage', { origin, registrationId: await heard.promise, data })
      await expect.poll(() => ends.slice(before)).toEqual(['Success'])
    },
    /** A worker that sleeps, as it does between one notice and the next. */
    async fallAsleep() {
      await devtools.send('ServiceWorker.stopAllWorkers')
      // What is delivered to a worker on its way to sleep is lost.
      await expect.poll(() => [...running.values()]).toEqual(['stopped'])
    },
    shown: () => page.evaluate(readShown),
  }
}

/** A message as our server words it. */
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
async function readShown(): Promise<ShownNotice[]> {
  const registration = await navigator.serviceWorker.ready
  return (await registration.getNotifications()).map(({ title, body, tag, silent, data }) => ({
    title,
    body,
    tag,
    silent,
    data: data as unknown,
  }))
}
