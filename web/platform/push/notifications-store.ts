import { showBadge } from '../app/badge.ts'
import { changeValue, readValue } from '../device/device-store.ts'
import { countNew, readStored, type StoredNotification } from './notifications.ts'

const key = 'notifications'
const channelName = 'notifications'

/** The inbox of this device, newest first. */
export async function readNotifications(): Promise<StoredNotification[]> {
  return readStored(await readValue(key))
}

/** Changes the inbox and tells every open page, this one too. */
export async function changeNotifications(change: (kept: StoredNotification[]) => StoredNotification[]): Promise<StoredNotification[]> {
  const kept = (await changeValue(key, (found) => change(readStored(found)))) ?? []
  await tell(kept)
  return kept
}

export async function clearNotifications() {
  await changeValue(key, () => undefined)
  await tell([])
}

export function watchNotifications(heard: () => void): () => void {
  if (typeof BroadcastChannel === 'undefined') return () => {}
  const channel = new BroadcastChannel(channelName)
  channel.onmessage = heard
  return () => channel.close()
}

async function tell(kept: readonly StoredNotification[]) {
  if (typeof BroadcastChannel !== 'undefined') {
    // A channel does not hear itself: one of its own reaches the page that made the change, too.
    const channel = new BroadcastChannel(channelName)
    channel.postMessage('changed')
    channel.close()
  }
  await showBadge(countNew(kept))
}
