import type { Kept } from './draft-server.ts'
import type { DraftFields } from './edited.ts'
import { readUnadded, type Unadded } from './unadded.ts'

/**
 * Words that the server does not have yet, and what they were typed on. `sent`: of these, what was on its way without an answer.
 * `beside`: other words for the same keys, from another window; nobody has chosen yet.
 */
export type Held = { base: Kept; patch: DraftFields; sent?: DraftFields | undefined; beside?: DraftFields | undefined }

/**
 * What was typed and is not yet on the server, on this device: a closed tab or a lost network takes nothing away.
 * Each window has an entry of its own, so that none overwrites another's.
 */
export function draftMemory(alias: string) {
  const shared = `draft:${alias.toLowerCase()}`
  const newest = `draft-revision:${alias.toLowerCase()}`
  const unadded = `draft-unadded:${alias.toLowerCase()}`
  // In the order of time; the random part is for windows of the same moment.
  const own = `${shared}:${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 8)}`
  return {
    left(): { held: Held; forget(): void }[] {
      try {
        return Object.keys(localStorage)
          .filter((key) => key !== own && (key === shared || key.startsWith(`${shared}:`)))
          .toSorted()
          .flatMap(readEntry)
      } catch {
        return []
      }
    },
    write(held: Held | null): boolean {
      try {
        if (held) localStorage.setItem(own, JSON.stringify(held))
        else localStorage.removeItem(own)
        return true
      } catch {
        // A device that keeps nothing: the words are in the page, and on their way to the server.
        return false
      }
    },
    newest(): number {
      try {
        return Number(sessionStorage.getItem(newest) ?? 0)
      } catch {
        return 0
      }
    },
    unadded(): Unadded {
      try {
        return readUnadded(JSON.parse(sessionStorage.getItem(unadded) ?? '{}'))
      } catch {
        return {}
      }
    },
    note(texts: Unadded) {
      try {
        sessionStorage.setItem(unadded, JSON.stringify(texts))
      } catch {
        // It is in the page.
      }
    },
    tell(revision: number) {
      try {
        sessionStorage.setItem(newest, String(revision))
      } catch {
        // The next save says so instead.
      }
    },
  }
}

function readEntry(key: string): { held: Held; forget(): void }[] {
  const written = localStorage.getItem(key)
  // A window that is still open may have written more since: its entry stays.
  const forget = () => void (localStorage.getItem(key) === written && localStorage.removeItem(key))
  try {
    const held: unknown = JSON.parse(written ?? 'null')
    if (isHeld(held)) return [{ held, forget }]
  } catch {
    // Nobody can read it: it goes below.
  }
  forget()
  return []
}

function isHeld(held: unknown): held is Held {
  if (typeof held !== 'object' || held === null) return false
  const base: unknown = Reflect.get(held, 'base')
  const isObject = (value: unknown) => typeof value === 'object' && value !== null
  return (
    isObject(Reflect.get(held, 'patch')) &&
    isObject(base) &&
    ['published', 'patch'].every((name) => isObject(Reflect.get(Object(base), name)))
  )
}
