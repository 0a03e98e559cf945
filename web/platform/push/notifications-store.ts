import { showBadge } from '../app/badge.ts'
import { changeValue, readValue } from '../device/device-store.ts'
import { countNew, readStored, type StoredNotification } from './notifications.ts'

const key = 'notifications'
const channelName = 'notifications'

/** This device's inbox, newest first. */
export async function readNotifications(): Promise<StoredNotification[]> {
  return readStored(await readValue(key))
}

/** Changes the inbox and notifies all open pages, this one included. */
export async function changeNotifications(change: (stored: StoredNotification[]) => StoredNotification[]): Promise<StoredNotification[]> {
  const stored = (await changeValue(key, (found) => change(readStored(found)))) ?? []
  await notifyPages(stored)
  return stored
}

export async function clearNotifications() {
  await changeValue(key, () => undefined)
  await notifyPages([])
}

export function watchNotifications(onChanged: () => void): () => void {
  if (typeof BroadcastChannel === 'undefined') return () => {}
  const channel = new BroadcastChannel(channelName)
  channel.onmessage = onChanged
  return () => channel.close()
}

async function notifyPages(stored: readonly StoredNotification[]) {
  if (typeof BroadcastChannel !== 'undefined') {
    // A channel does not receive its own messages: a separate one also reaches this page.
    const channel = new BroadcastChannel(channelName)
    channel.postMessage('changed')
    channel.close()
  }
  await showBadge(countNew(stored))
}
