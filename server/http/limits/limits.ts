import { hash, randomBytes } from 'node:crypto'
import type { Limit } from '#contract/endpoint.ts'
import type { LimitBook } from './limit-book.ts'

export type Limits = {
  /** How many seconds until this key may do that again; 0 when it may now, which counts. */
  take(what: string, key: string, limit: Limit): Promise<number>
  /** A place for what counts only if it is settled so. Until then it is taken, on this server. */
  hold(what: string, key: string, limit: Limit): Hold
}
export type Hold = { retryAfterSeconds: number; settle(doesCount: boolean): Promise<void> }

type Window = { endsMs: number; used: number; unsaid: number; held: number }
type Windows = Map<string, Window>
type Needs = { nowMs?: () => number; secret?: string; book?: LimitBook; factor?: number }

const keysMax = 50_000
/** Of all calls together: some 35 MB. */
const allKeysMax = 200_000
const ofMailbox = new Set<Limit['per']>(['email', 'mailbox', 'known'])
/** Up to so many are counted together one by one; of more, a server says how many whenever it has a twentieth of them. */
const exactUpTo = 30
const partOf = 20

/**
 * Windows in this server's memory, those of each call by themselves: a flood of one cannot wash away what is known of another.
 * Those that are over go first, then the oldest of the call that has most. What counts for all servers and over a restart is in
 * the book: it is asked before one of few, now and then among many, and never again by who was refused already. Without it each
 * server counts alone.
 */
export function createLimits({ nowMs = () => performance.now(), secret = aSecret(), book, factor = 1 }: Needs = {}): Limits {
  const calls = new Map<string, Windows>()
  let keys = 0

  function windowOf(what: string, key: string, windowSeconds: number): Window {
    const windows: Windows = calls.get(what) ?? new Map()
    calls.set(what, windows)
    const now = nowMs()
    const open = windows.get(key)
    if (open && open.endsMs > now) return open
    const opened = { endsMs: now + windowSeconds * 1000, used: 0, unsaid: 0, held: 0 }
    forget(windows, key)
    windows.set(key, opened)
    keys++
    letGo(windows, now)
    if (keys > allKeysMax) makeRoom(now)
    return opened
  }

  function forget(windows: Windows, key: string) {
    if (windows.delete(key)) keys--
  }

  /** The oldest stand first and are over first: no more is looked at than goes, in a flood as on a quiet day. */
  function letGo(windows: Windows, now: number, most = keysMax) {
    for (const [key, { endsMs }] of windows) {
      if (endsMs > now && windows.size <= most) return
      forget(windows, key)
    }
  }

  /** Calls that nobody asks for any more have some that are over. If not, whoever floods gives way to themselves. */
  function makeRoom(now: number) {
    for (const windows of calls.values()) letGo(windows, now)
    const fullest = [...calls.values()].reduce((most, windows) => (windows.size > most.size ? windows : most))
    if (keys > allKeysMax) letGo(fullest, now, fullest.size - 1)
  }

  const secondsLeft = ({ endsMs }: Window) => Math.max(1, Math.ceil((endsMs - nowMs()) / 1000))

  // What is named comes from outside: as long as a body, or somebody's address. Nobody reads it back out of a hash.
  const keyOf = (what: string, named: string) => hash('sha256', `${secret}\n${what}\n${named}`, 'hex').slice(0, 32)
  /** A mailbox is never written to, nor guessed at, more often than we say. */
  const countOf = ({ per, count }: Limit) => (ofMailbox.has(per) ? count : Math.max(1, Math.round(count * factor)))

  const isSpent = ({ used, unsaid }: Window, limit: Limit) => used + unsaid >= countOf(limit)
  /** Places that are only held are free again in a moment. */
  const isFull = ({ used, unsaid, held }: Window, limit: Limit) => used + unsaid + held >= countOf(limit)

  async function take(what: string, named: string, limit: Limit): Promise<number> {
    const { windowSeconds } = limit
    const count = countOf(limit)
    const key = keyOf(what, named)
    const window = windowOf(what, key, windowSeconds)
    if (isFull(window, limit)) return secondsLeft(window)
    window.unsaid++
    const part = count > exactUpTo ? Math.floor(count / partOf) : 1
    if (!book || window.unsaid < part) return 0

    const said = window.unsaid
    window.used += said
    window.unsaid = 0
    const known = await book.take({ key: Buffer.from(key, 'hex'), count: said, windowSeconds, leftMs: window.endsMs - nowMs() })
    if (!known) return 0
    window.used = Math.max(window.used, known.used)
    window.endsMs = nowMs() + known.leftMs
    return known.used > count ? secondsLeft(window) : 0
  }

  function hold(what: string, named: string, limit: Limit): Hold {
    const key = keyOf(what, named)
    const window = windowOf(what, key, limit.windowSeconds)
    if (isFull(window, limit)) return { retryAfterSeconds: isSpent(window, limit) ? secondsLeft(window) : 1, settle: async () => {} }
    window.held++
    return {
      retryAfterSeconds: 0,
      async settle(doesCount) {
        window.held--
        if (doesCount) return void (await take(what, named, limit))
        // Who is counted for nothing takes up no room among those who are.
        const windows = calls.get(what)
        if (window.used + window.unsaid + window.held === 0 && windows?.get(key) === window) forget(windows, key)
      },
    }
  }

  return { take, hold }
}

export const aSecret = () => randomBytes(32).toString('base64url')
