import { hash, randomBytes } from 'node:crypto'
import type { Limit } from '#contract/endpoint.ts'
import type { LimitBook } from './limit-book.ts'

export type Limits = {
  /** Counts one use of this key. Returns 0 if it is allowed, else the seconds until the next one is. */
  take(what: string, key: string, limit: Limit): Promise<number>
  /** What is left of the window of this key. */
  left(what: string, key: string, limit: Limit): { remaining: number; resetSeconds: number }
  /** Reserves one use on this server until it is finished, which counts it or releases it. */
  reserve(what: string, key: string, limit: Limit): Reservation
  /** How many windows are in memory. */
  size(): number
}
type Reservation = { retryAfterSeconds: number; finish(doesCount: boolean): Promise<void> }

type Window = { endsMs: number; used: number; unreported: number; reserved: number }
type Windows = Map<string, Window>
type Deps = { nowMs?: () => number; secret?: string; book?: LimitBook; factor?: number }

const keysMax = 50_000
/** For all calls together: about 35 MB. */
const allKeysMax = 200_000
const ofMailbox = new Set<Limit['per']>(['email', 'mailbox', 'known'])
/** Limits up to this are shared use by use. For higher ones a server reports its uses a twentieth of the limit at a time. */
const exactMax = 30
const reportParts = 20

/**
 * Fixed windows in memory, in a map per call, so that a burst of one call cannot evict the windows of another. Expired ones are evicted
 * first, then the oldest of the call that has most. The book has the counts of all servers: it is read on every use of a low limit, on
 * some uses of a high one, and never for a key that is refused already. Without it each server counts by itself.
 */
export function createLimits({ nowMs = () => performance.now(), secret = newSecret(), book, factor = 1 }: Deps = {}): Limits {
  const calls = new Map<string, Windows>()
  let keys = 0

  function windowOf(what: string, key: string, windowSeconds: number): Window {
    const windows: Windows = calls.get(what) ?? new Map()
    calls.set(what, windows)
    const now = nowMs()
    const open = windows.get(key)
    if (open && open.endsMs > now) return open
    const opened = { endsMs: now + windowSeconds * 1000, used: 0, unreported: 0, reserved: 0 }
    remove(windows, key)
    windows.set(key, opened)
    keys++
    evict(windows, now)
    if (keys > allKeysMax) freeMemory(now)
    return opened
  }

  function remove(windows: Windows, key: string) {
    if (windows.delete(key)) keys--
  }

  /** The oldest come first in the map and expire first, so this only visits what it evicts, and the first that stays. */
  function evict(windows: Windows, now: number, most = keysMax) {
    for (const [key, { endsMs }] of windows) {
      if (endsMs > now && windows.size <= most) return
      remove(windows, key)
    }
  }

  /** Evicts expired windows of all calls; if that is not enough, the oldest of the call with the most windows. */
  function freeMemory(now: number) {
    for (const windows of calls.values()) evict(windows, now)
    const fullest = [...calls.values()].reduce((most, windows) => (windows.size > most.size ? windows : most))
    if (keys > allKeysMax) evict(fullest, now, fullest.size - 1)
  }

  const secondsLeft = ({ endsMs }: Window) => Math.max(1, Math.ceil((endsMs - nowMs()) / 1000))

  // A key can be as long as a body, or an email address: the hash is short and cannot be reversed.
  const keyOf = (what: string, named: string) => hash('sha256', `${secret}\n${what}\n${named}`, 'hex').slice(0, 32)
  /** The factor never raises a limit that protects a mailbox. */
  const countOf = ({ per, count }: Limit) => (ofMailbox.has(per) ? count : Math.max(1, Math.round(count * factor)))

  const isUsedUp = ({ used, unreported }: Window, limit: Limit) => used + unreported >= countOf(limit)
  /** Counts reservations too, which are released in a moment. */
  const isFull = ({ used, unreported, reserved }: Window, limit: Limit) => used + unreported + reserved >= countOf(limit)

  async function take(what: string, named: string, limit: Limit): Promise<number> {
    const { windowSeconds } = limit
    const count = countOf(limit)
    const key = keyOf(what, named)
    const window = windowOf(what, key, windowSeconds)
    if (isFull(window, limit)) return secondsLeft(window)
    window.unreported++
    const part = count > exactMax ? Math.floor(count / reportParts) : 1
    if (!book || window.unreported < part) return 0

    const reported = window.unreported
    window.used += reported
    window.unreported = 0
    const known = await book.take({ key: Buffer.from(key, 'hex'), count: reported, windowSeconds, leftMs: window.endsMs - nowMs() })
    if (!known) return 0
    window.used = Math.max(window.used, known.used)
    window.endsMs = nowMs() + known.leftMs
    return known.used > count ? secondsLeft(window) : 0
  }

  function reserve(what: string, named: string, limit: Limit): Reservation {
    const key = keyOf(what, named)
    const window = windowOf(what, key, limit.windowSeconds)
    if (isFull(window, limit)) return { retryAfterSeconds: isUsedUp(window, limit) ? secondsLeft(window) : 1, finish: async () => {} }
    window.reserved++
    return {
      retryAfterSeconds: 0,
      async finish(doesCount) {
        window.reserved--
        if (doesCount) return void (await take(what, named, limit))
        // An empty window is removed at once.
        const windows = calls.get(what)
        if (window.used + window.unreported + window.reserved === 0 && windows?.get(key) === window) remove(windows, key)
      },
    }
  }

  function left(what: string, named: string, limit: Limit) {
    const window = calls.get(what)?.get(keyOf(what, named))
    const isOpen = window !== undefined && window.endsMs > nowMs()
    const used = isOpen ? window.used + window.unreported : 0
    return { remaining: Math.max(0, countOf(limit) - used), resetSeconds: isOpen ? secondsLeft(window) : limit.windowSeconds }
  }

  return { take, left, reserve, size: () => keys }
}

export const newSecret = () => randomBytes(32).toString('base64url')
