import { propertyOf } from '#common/property-of.ts'
import type { Sending } from './send-entry.ts'

/** An entry queued on the device until there is a connection. */
export type QueuedEntry = Sending & {
  /** The owner's name, for the notification once it is sent. */
  owner: string
  queuedAt: number
  tries: number
  retryAt: number
}
/** The format stored on the device; other versions are ignored. */
type StoredOutbox = { version: 1; entries: QueuedEntry[] }

export const queuedMax = 20
/** After a month the visitor no longer expects an answer. */
const expiresAfterMs = 30 * 24 * 60 * 60_000
const firstRetryMs = 5000
const retryMaxMs = 10 * 60_000

/** Validates what is stored: another version of the app may have written it. */
export function readQueued(found: unknown, now: number): QueuedEntry[] {
  if (propertyOf(found, 'version') !== 1) return []
  const entries = propertyOf(found, 'entries')
  return Array.isArray(entries) ? entries.filter(isEntry).filter(({ queuedAt }) => now - queuedAt < expiresAfterMs) : []
}

export const toStored = (entries: QueuedEntry[]): StoredOutbox | undefined => (entries.length > 0 ? { version: 1, entries } : undefined)

/** Null if the queue is full. An entry with the same submission ID is replaced. */
export function withQueued(entries: QueuedEntry[], sending: Sending, owner: string, now: number): QueuedEntry[] | null {
  const others = entries.filter(({ submissionId }) => submissionId !== sending.submissionId)
  return others.length >= queuedMax ? null : [...others, { ...sending, owner, queuedAt: now, tries: 0, retryAt: now + firstRetryMs }]
}

export const without = (entries: QueuedEntry[], id: string) => entries.filter(({ submissionId }) => submissionId !== id)

export const postponed = (entries: QueuedEntry[], id: string, now: number) =>
  entries.map((entry) =>
    entry.submissionId === id
      ? { ...entry, tries: entry.tries + 1, retryAt: now + Math.min(firstRetryMs * 2 ** (entry.tries + 1), retryMaxMs) }
      : entry,
  )

function isEntry(found: unknown): found is QueuedEntry {
  const texts = ['alias', 'submissionId', 'name', 'lastName', 'phoneNumber', 'emailAddress', 'owner']
  const numbers = ['queuedAt', 'tries', 'retryAt']
  return (
    texts.every((name) => typeof propertyOf(found, name) === 'string') && numbers.every((name) => Number.isFinite(propertyOf(found, name)))
  )
}
