import type { Sending } from './send-entry.ts'

/** An entry that waits on the device for a connection. */
export type KeptEntry = Sending & {
  /** How the owner is called, to say whom it went to. */
  owner: string
  keptOn: number
  tries: number
  nextOn: number
}
/** As it lies on the device; a shape of another version is not read. */
export type KeptShape = { version: 1; entries: KeptEntry[] }

export const keptMax = 20
/** Who left their details a month ago does not expect an answer any more. */
const keptForMs = 30 * 24 * 60 * 60_000
const firstAgainMs = 5000
const againMaxMs = 10 * 60_000

/** Whatever is found there: another version of us may have written it. */
export function readKept(found: unknown, now: number): KeptEntry[] {
  if (typeof found !== 'object' || found === null || Reflect.get(found, 'version') !== 1) return []
  const entries: unknown = Reflect.get(found, 'entries')
  return Array.isArray(entries) ? entries.filter(isEntry).filter(({ keptOn }) => now - keptOn < keptForMs) : []
}

export const shapeOf = (entries: KeptEntry[]): KeptShape | undefined => (entries.length > 0 ? { version: 1, entries } : undefined)

/** Null where there is no room. The same form kept twice is kept once. */
export function withKept(entries: KeptEntry[], sending: Sending, owner: string, now: number): KeptEntry[] | null {
  const others = entries.filter(({ submissionId }) => submissionId !== sending.submissionId)
  return others.length >= keptMax ? null : [...others, { ...sending, owner, keptOn: now, tries: 0, nextOn: now + firstAgainMs }]
}

export const without = (entries: KeptEntry[], id: string) => entries.filter(({ submissionId }) => submissionId !== id)

export const postponed = (entries: KeptEntry[], id: string, now: number) =>
  entries.map((entry) =>
    entry.submissionId === id
      ? { ...entry, tries: entry.tries + 1, nextOn: now + Math.min(firstAgainMs * 2 ** (entry.tries + 1), againMaxMs) }
      : entry,
  )

function isEntry(found: unknown): found is KeptEntry {
  if (typeof found !== 'object' || found === null) return false
  const texts = ['alias', 'submissionId', 'name', 'lastName', 'phoneNumber', 'emailAddress', 'owner']
  const numbers = ['keptOn', 'tries', 'nextOn']
  return (
    texts.every((name) => typeof Reflect.get(found, name) === 'string') &&
    numbers.every((name) => Number.isFinite(Reflect.get(found, name)))
  )
}
