import { createHash } from 'node:crypto'
import type { Limit } from '#contract/endpoint.ts'

/** How many seconds until this key may do that again; 0 when it may now, which counts. */
export type Limits = { take(what: string, key: string, limit: Limit): number }

type Windows = Map<string, { endsMs: number; used: number }>

const keysMax = 50_000
const keyLettersMax = 80

/**
 * Windows kept in this instance's memory, those of each call by themselves: a flood of one cannot wash away what is known of
 * another. Those that are over go first, then the oldest.
 */
export function createLimits(nowMs: () => number = () => performance.now()): Limits {
  const calls = new Map<string, Windows>()

  /** The oldest stand first and are over first: in a flood no more is looked at than goes. */
  function makeRoom(windows: Windows, now: number) {
    for (const [key, { endsMs }] of windows) {
      if (endsMs > now && windows.size <= keysMax) return
      windows.delete(key)
    }
  }

  return {
    take(what, named, { count, windowSeconds }) {
      const now = nowMs()
      const windows: Windows = calls.get(what) ?? new Map()
      calls.set(what, windows)
      // What is named comes from outside, and may be as long as a body.
      const key = named.length > keyLettersMax ? createHash('sha256').update(named).digest('base64url') : named
      const open = windows.get(key)
      if (!open || open.endsMs <= now) {
        windows.delete(key)
        windows.set(key, { endsMs: now + windowSeconds * 1000, used: 1 })
        if (windows.size > keysMax) makeRoom(windows, now)
        return 0
      }
      if (open.used < count) {
        open.used++
        return 0
      }
      return Math.max(1, Math.ceil((open.endsMs - now) / 1000))
    },
  }
}
