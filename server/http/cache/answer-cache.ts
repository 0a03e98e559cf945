import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Change } from '#server/database/changes/changes.ts'
import { asProblem } from '../problems/as-problem.ts'
import { compress, toBrotli, type Bodies, type Encoding } from './compress.ts'

export type Answer = {
  status: number
  headers: Record<string, string>
  body: Buffer
  /** The request named a card that does not exist. */
  isGuess?: boolean
}

/** An answer ready to be sent. Its headers are a flat list, which Node writes fastest. */
export type CacheEntry = {
  status: number
  etag: string
  bodies: Bodies
  headers: Record<Encoding, string[]>
  /** The headers of a 304, which replace those in the browser's cache. */
  unchanged: string[]
  dependsOn: ReadonlySet<Change>
  beganMs: number
  untilMs: number
  bytes: number
  /** `quick`: while a visitor waited. */
  compression: 'quick' | 'queued' | 'best'
}

const lifeMs = 3_600_000
/** While changes of other servers don't arrive. */
const unsureLifeMs = 60_000
/** How long an expired entry stays, in case the database is unavailable by then. */
const afterlifeMs = 24 * 3_600_000
const bytesMax = 64 * 1024 * 1024
/** Memory per entry besides its body and headers. */
const entryBytes = 2048

/** The best compression of more takes seconds. */
const improvedBytesMax = 256 * 1024

/** A limit for when one answer takes forever. */
const changesMax = 10_000

/** `users`: its producer, and those who wait for it and need to know what has changed since. */
type Pending = { at: number; beganMs: number; users: number }
/** `forMs`: how long the answer stays right without a change. */
type Produce = () => Promise<{ answer: Answer; dependsOn: ReadonlySet<Change>; forMs?: number }>
type Produced = { result: CacheEntry | Answer; dependsOn: ReadonlySet<Change> }

export type AnswerCache = ReturnType<typeof createAnswerCache>
/** `isListening`: false while changes of other servers don't arrive. */
type Options = { nowMs?: () => number; isListening?: () => boolean }

/**
 * An LRU cache of answers in memory. An answer that was begun before a change it depends on is never cached, so no one sees the old
 * card after an edit. While the database is unavailable, expired entries are served, up to a day.
 */
export function createAnswerCache({ nowMs = () => performance.now(), isListening = () => true }: Options = {}) {
  const entries = new LRUCache<string, CacheEntry>({ maxSize: bytesMax, sizeCalculation: ({ bytes }) => bytes })
  const making = new Map<string, { started: Pending; made: Promise<Produced> }>()
  /** Changes since the oldest answer in flight was begun, oldest first. */
  const changedAt = new Map<Change | 'everything', number>()
  /** Answers in flight, oldest first. */
  const inFlight = new Set<Pending>()
  let moment = 0
  /** Changes up to this moment are no longer known. */
  let unknownUntil = 0
  let improving = Promise.resolve()

  function get(key: string): CacheEntry | undefined {
    const found = entries.peek(key)
    // `peek` leaves an expired entry where it is in the LRU order: it is only served if no newer answer can be made.
    if (!found || !isCurrent(found, nowMs())) return undefined
    if (found.compression === 'quick') improve(key, found)
    return entries.get(key)
  }

  function isCurrent({ beganMs, untilMs }: CacheEntry, now: number): boolean {
    return now <= untilMs && (isListening() || now <= beganMs + unsureLifeMs)
  }

  function isStale({ at }: Pending, dependsOn: ReadonlySet<Change>): boolean {
    return at < unknownUntil || [...dependsOn, 'everything' as const].some((change) => (changedAt.get(change) ?? 0) > at)
  }

  function begin(): Pending {
    const started = { at: moment, beganMs: nowMs(), users: 1 }
    inFlight.add(started)
    return started
  }

  /** Drops changes older than every answer in flight. */
  function end(started: Pending) {
    if (--started.users > 0) return
    inFlight.delete(started)
    const [oldest] = inFlight
    for (const [change, changedMoment] of changedAt) {
      if (oldest && changedMoment > oldest.at) break
      changedAt.delete(change)
    }
  }

  async function make(key: string, started: Pending, produce: Produce): Promise<Produced> {
    try {
      const { answer, dependsOn, forMs = lifeMs } = await produce()
      const before = answer.status >= 500 ? entries.peek(key) : undefined
      if (before) return { result: before, dependsOn: before.dependsOn }
      return { result: dependsOn.size === 0 ? answer : await store(key, started, answer, { dependsOn, forMs }), dependsOn }
    } catch (error) {
      // While the database is unavailable, an expired card is better than none.
      const before = asProblem(error)?.problem.status === 503 ? entries.peek(key) : undefined
      if (before) return { result: before, dependsOn: before.dependsOn }
      throw error
    } finally {
      end(started)
    }
  }

  /** Waits for an answer in flight; null if it depends on a change that happened after it was begun. */
  async function join({ started, made }: { started: Pending; made: Promise<Produced> }): Promise<CacheEntry | Answer | null> {
    const joined = moment
    started.users++
    try {
      const { result, dependsOn } = await made
      // Without dependencies any later change could affect it.
      const isOld = dependsOn.size === 0 ? joined > started.at : isStale(started, dependsOn)
      return isOld ? null : result
    } finally {
      end(started)
    }
  }

  async function store(
    key: string,
    started: Pending,
    answer: Answer,
    { dependsOn, forMs }: { dependsOn: ReadonlySet<Change>; forMs: number },
  ): Promise<CacheEntry> {
    const finished = await finish(answer)
    const { beganMs } = started
    const untilMs = beganMs + Math.min(lifeMs, forMs)
    const ready: CacheEntry = { ...finished, bytes: finished.bytes + key.length, dependsOn, beganMs, untilMs, compression: 'quick' }
    if (isStale(started, dependsOn)) return ready
    entries.set(key, ready)
    // Least recently used first: entries that expired long ago are among them.
    for (const old of entries.rkeys()) {
      if ((entries.peek(old)?.untilMs ?? 0) > nowMs() - afterlifeMs) break
      entries.delete(old)
    }
    return ready
  }

  /** Compresses an answer better once it was requested again, one at a time. If that fails, the quick one stays. */
  function improve(key: string, entry: CacheEntry) {
    entry.compression = 'queued'
    if (entry.bodies.br === entry.bodies.identity || entry.bodies.identity.length > improvedBytesMax) return
    // Only the key waits: an entry that was evicted must not stay in memory until its turn.
    improving = improving.then(() => compressAgain(key)).catch(() => {})
  }

  async function compressAgain(key: string) {
    const entry = entries.peek(key)
    if (entry?.compression !== 'queued') return
    const { bodies, headers } = entry
    const br = await toBrotli(bodies.identity, 'best')
    if (entries.peek(key) !== entry) return
    const sized = headers.br.map((part, at) => (headers.br[at - 1] === 'content-length' ? String(br.length) : part))
    const bytes = entry.bytes + br.length - bodies.br.length
    entries.set(key, { ...entry, bodies: { ...bodies, br }, headers: { ...headers, br: sized }, bytes, compression: 'best' })
  }

  return {
    get,
    /** The cached answer, or one that is made once for all concurrent callers. */
    async make(key: string, produce: Produce): Promise<CacheEntry | Answer> {
      for (;;) {
        const ready = get(key)
        if (ready) return ready
        const pending = making.get(key)
        if (!pending) break
        const joined = await join(pending)
        if (joined) return joined
      }
      const started = begin()
      const mine = { started, made: make(key, started, produce) }
      making.set(key, mine)
      try {
        return (await mine.made).result
      } finally {
        if (making.get(key) === mine) making.delete(key)
      }
    },
    invalidate(change: Change | 'everything') {
      moment++
      if (inFlight.size > 0) {
        changedAt.delete(change)
        changedAt.set(change, moment)
      }
      for (const [oldest, changedMoment] of changedAt) {
        if (changedAt.size <= changesMax) break
        changedAt.delete(oldest)
        unknownUntil = changedMoment
      }
      if (change === 'everything') entries.clear()
      else for (const [key] of [...entries.entries()].filter(([, { dependsOn }]) => dependsOn.has(change))) entries.delete(key)
    },
    size: () => ({ answers: entries.size, bytes: entries.calculatedSize }),
    /** How many changes are remembered for answers in flight. */
    remembered: () => changedAt.size,
  }
}

async function finish({ status, headers, body }: Answer) {
  const bodies = await compress(body)
  const etag = `W/"${createHash('sha256')
    .update(body)
    .update(headers['content-security-policy'] ?? '')
    .digest('base64url')
    .slice(0, 22)}"`
  const flat = (encoding: Encoding) => {
    const all: Record<string, string> = { ...headers, etag, 'content-length': String(bodies[encoding].length) }
    if (bodies[encoding] !== bodies.identity) all['content-encoding'] = encoding
    return Object.entries(all).flat()
  }
  const heads = { br: flat('br'), gzip: flat('gzip'), identity: flat('identity') }
  const unchanged = Object.entries({ ...headers, etag })
    .filter(([name]) => name !== 'content-type')
    .flat()
  const letters = [...Object.values(heads).flat(), ...unchanged].reduce((sum, part) => sum + part.length, 0)
  const bodyBytes = bodies.br.length + bodies.gzip.length + bodies.identity.length
  return { status, etag, bodies, headers: heads, unchanged, bytes: entryBytes + letters + bodyBytes }
}
