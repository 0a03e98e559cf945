import type { NotificationTopic } from '#contract/push.ts'
import { propertyOf } from '#common/property-of.ts'
import { changeValue, readValue } from '../device/device-store.ts'
import { clearNotifications } from './notifications-store.ts'

/** What the worker needs to subscribe again by itself when the browser changes the subscription. */
export type PushRegistration = {
  alias: string
  subjectId: string
  key: string
  device: string
  slug: string
  topics: PushTopic[]
  /** The title shown if a push message cannot be read. */
  otherwise: string
}
type PushTopic = { topic: NotificationTopic['topic']; active: boolean }

const registrationsKey = 'push-registrations'
const deviceKey = 'push-device'

/** A random ID for this device. */
export async function deviceId(): Promise<string> {
  const fresh = crypto.randomUUID()
  return (await changeValue(deviceKey, (found) => (typeof found === 'string' && found !== '' ? found : fresh))) ?? fresh
}

export async function readRegistrations(): Promise<PushRegistration[]> {
  const found = await readValue(registrationsKey)
  return Array.isArray(found) ? found.filter(isRegistration) : []
}

/** Saves one card's registration on this device; null removes it. */
export async function saveRegistration(alias: string, wanted: PushRegistration | null) {
  await changeValue(registrationsKey, (found) => {
    const others = Array.isArray(found) ? found.filter(isRegistration).filter((one) => one.alias !== alias) : []
    return wanted ? [...others, wanted] : others
  })
}

/** Removes an owner's data from this device: inbox, visible notifications, registrations and the push subscription. */
export async function forgetNotifications() {
  await changeValue(deviceKey, () => undefined)
  await Promise.allSettled([clearNotifications(), changeValue(registrationsKey, () => undefined), unsubscribe()])
}

async function unsubscribe() {
  const registration = await navigator.serviceWorker?.getRegistration('/')
  for (const notification of (await registration?.getNotifications?.()) ?? []) notification.close()
  await (await registration?.pushManager?.getSubscription())?.unsubscribe()
}

function isRegistration(found: unknown): found is PushRegistration {
  const texts = ['alias', 'subjectId', 'key', 'device', 'slug', 'otherwise'].every((name) => typeof propertyOf(found, name) === 'string')
  return texts && Array.isArray(propertyOf(found, 'topics'))
}
