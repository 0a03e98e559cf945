import { changeValue, readValue } from '../../../platform/device/device-store.ts'
import { keptEntriesKey as key } from '../../../platform/device/looked.ts'
import { readKept, shapeOf, withKept, type KeptEntry } from './kept-entries.ts'
import type { Sending } from './send-entry.ts'
import type { KeptStore } from './send-kept.ts'

const lock = 'connect-entries'

export const keptStore: KeptStore = {
  read: async () => readKept(await readValue(key), Date.now()),
  async change(change) {
    const left = await changeValue(key, (found) => shapeOf(change(readKept(found, Date.now()))))
    return left?.entries ?? []
  },
}

/** Whether the device took it: a full one, or one that keeps nothing, does not. */
export async function keepEntry(sending: Sending, owner: string): Promise<boolean> {
  const add = (entries: KeptEntry[]) => withKept(entries, sending, owner, Date.now()) ?? entries
  const entries = await keptStore.change(add)
  return entries.some(({ submissionId }) => submissionId === sending.submissionId)
}

/** One window at a time sends. Where there are no locks two may, and the server keeps one. */
export async function alone<T>(act: () => Promise<T>): Promise<T | undefined> {
  if (!('locks' in navigator)) return act()
  return navigator.locks.request(lock, { ifAvailable: true }, (held) => (held ? act() : undefined))
}
