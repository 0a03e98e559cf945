import { changeValue, readValue } from '../../../platform/device/device-store.ts'
import { outboxKey as key } from '../../../platform/device/before-app.ts'
import { readQueued, toStored, withQueued, type QueuedEntry } from './queued-entries.ts'
import type { Sending } from './send-entry.ts'

const lock = 'connect-entries'

export type Outbox = {
  read(): Promise<QueuedEntry[]>
  change(change: (entries: QueuedEntry[]) => QueuedEntry[]): Promise<QueuedEntry[]>
}

export const outbox: Outbox = {
  read: async () => readQueued(await readValue(key), Date.now()),
  async change(change) {
    const left = await changeValue(key, (found) => toStored(change(readQueued(found, Date.now()))))
    return left?.entries ?? []
  },
}

/** True if the device stored it: a full queue or a device without storage does not. */
export async function queueEntry(sending: Sending, owner: string): Promise<boolean> {
  const add = (entries: QueuedEntry[]) => withQueued(entries, sending, owner, Date.now()) ?? entries
  const entries = await outbox.change(add)
  return entries.some(({ submissionId }) => submissionId === sending.submissionId)
}

/** One window sends at a time. Without the Web Locks API two may send, and the server stores one (idempotency key). */
export async function withOutboxLock<T>(act: () => Promise<T>): Promise<T | undefined> {
  if (!('locks' in navigator)) return act()
  return navigator.locks.request(lock, { ifAvailable: true }, (acquired) => (acquired ? act() : undefined))
}
