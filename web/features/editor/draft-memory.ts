import type { Kept } from './draft-server.ts'
import type { DraftFields } from './edited.ts'

type Held = { base: Kept; patch: DraftFields }

const keyOf = (alias: string) => `draft:${alias.toLowerCase()}`
const newestOf = (alias: string) => `draft-revision:${alias.toLowerCase()}`

/** What was typed and is not yet on the server, on this device: a closed tab or a lost network takes nothing away. */
export function draftMemory(alias: string) {
  const key = keyOf(alias)
  const newest = newestOf(alias)
  return {
    read(): Held | null {
      try {
        const held: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
        return isHeld(held) ? held : null
      } catch {
        return null
      }
    },
    write(held: Held | null) {
      try {
        if (held) localStorage.setItem(key, JSON.stringify(held))
        else localStorage.removeItem(key)
      } catch {
        // A device that keeps nothing: the words are in the page, and on their way to the server.
      }
    },
    newest(): number {
      try {
        return Number(sessionStorage.getItem(newest) ?? 0)
      } catch {
        return 0
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
