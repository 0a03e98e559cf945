import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { isAway } from '#server/database/is-away.ts'
import type { Change } from '#server/database/changes/changes.ts'
import { compress, type Bodies, type Encoding } from './compress.ts'

export type Answer = {
  status: number
  headers: Record<string, string>
  body: Buffer
  /** It was asked for by the name of a card that is not there. */
  isGuess?: boolean
}

/** An answer ready to be written: headers as the flat list that node writes fastest. */
export type CacheEntry = {
  status: number
  etag: string
  bodies: Bodies
  headers: Record<Encoding, string[]>
  /** What a 304 repeats: it takes the place of what the browser kept. */
  unchanged: string[]
  dependsOn: ReadonlySet<Change>
  untilMs: number
  bytes: number
}

const lifeMs = 60_000
/** How long one that is past its time stays, should the database be away by then. */
const afterlifeMs = 24 * 3_600_000
const bytesMax = 64 * 1024 * 1024
/** What even an empty answer takes: its place, its lists, and what is made ready of it. */
const placeBytes = 2048

/** While one answer takes for ever. */
const changesMax = 10_000

/** `users`: who makes it, and who waits for it and must know what changed since. */
type Begun = { at: number; users: number }
type Produce = () => Promise<{ answer: Answer; dependsOn: ReadonlySet<Change> }>
type Made = { given: CacheEntry | Answer; dependsOn: ReadonlySet<Change> }

export type AnswerCache = ReturnType<typeof createAnswerCache>

/**
 * Finished answers in memory, oldest use out first. An answer whose making began before a change it depends on is
 * never kept, so a reader after an edit can not meet the card of before. While the database is away, what was kept last is
 * given past its time; what is kept besides goes a day after it.
 */
export function createAnswerCache({ nowMs = () => performance.now() }: { nowMs?: () => number } = {}) {
  const kept = new LRUCache<string, CacheEntry>({ maxSize: bytesMax, sizeCalculation: ({ bytes }) => bytes })
  const making = new Map<string, { begun: Begun; made: Promise<Made> }>()
  /** What changed since the oldest answer in hand was begun, in the order it was told. */
  const changedAt = new Map<Change | 'everything', number>()
  /** Whoever makes an answer or waits for one, oldest first. */
  const inHand = new Set<Begun>()
  let moment = 0
  /** Up to here it is not known any more what changed. */
  let forgotten = 0

  function get(key: string): CacheEntry | undefined {
    const found = kept.peek(key)
    // An expired one stays in its place among the least recently used, for when nothing newer can be made.
    return found && found.untilMs >= nowMs() ? kept.get(key) : undefined
  }

  function isStale({ at }: Begun, dependsOn: ReadonlySet<Change>): boolean {
    return at < forgotten || [...dependsOn, 'everything' as const].some((change) => (changedAt.get(change) ?? 0) > at)
  }

  function begin(): Begun {
    const begun = { at: moment, users: 1 }
    inHand.add(begun)
    return begun
  }

  /** What was told before the oldest in hand began, nobody has to know any more. */
  function end(begun: Begun) {
    if (--begun.users > 0) return
    inHand.delete(begun)
    const [oldest] = inHand
    for (const [change, told] of changedAt) {
      if (oldest && told > oldest.at) break
      changedAt.delete(change)
    }
  }

  async function make(key: string, begun: Begun, produce: Produce): Promise<Made> {
    try {
      const { answer, dependsOn } = await produce()
      const before = answer.status >= 500 ? kept.peek(key) : undefined
      if (before) return { given: before, dependsOn: before.dependsOn }
      return { given: dependsOn.size === 0 ? answer : await keep(key, begun, answer, dependsOn), dependsOn }
    } catch (error) {
      // The database is away: a card that was true when it was last seen is better than none.
      const before = isAway(error) ? kept.peek(key) : undefined
      if (before) return { given: before, dependsOn: before.dependsOn }
      throw error
    } finally {
      end(begun)
    }
  }

  /** Whoever asks after a change must not be handed an answer that began before it and depends on it: null. */
  async function join({ begun, made }: { begun: Begun; made: Promise<Made> }): Promise<CacheEntry | Answer | null> {
    const joined = moment
    begun.users++
    try {
      const { given, dependsOn } = await made
      // What depends on nothing says nothing of what would change it.
      const isOld = dependsOn.size === 0 ? joined > begun.at : isStale(begun, dependsOn)
      return isOld ? null : given
    } finally {
      end(begun)
    }
  }

  async function keep(key: string, begun: Begun, answer: Answer, dependsOn: ReadonlySet<Change>): Promise<CacheEntry> {
    const finished = await finish(answer)
    const ready = { ...finished, bytes: finished.bytes + key.length, dependsOn, untilMs: nowMs() + lifeMs }
    if (isStale(begun, dependsOn)) return ready
    kept.set(key, ready)
    // The least recently used come first, and the long expired are among them.
    for (const old of kept.rkeys()) {
      if ((kept.peek(old)?.untilMs ?? 0) > nowMs() - afterlifeMs) break
      kept.delete(old)
    }
    return ready
  }

  return {
    get,
    /** The kept answer, or one made once for everybody who asks meanwhile. */
    async make(key: string, produce: Produce): Promise<CacheEntry | Answer> {
      for (;;) {
        const ready = get(key)
        if (ready) return ready
        const underWay = making.get(key)
        if (!underWay) break
        const joined = await join(underWay)
        if (joined) return joined
      }
      const begun = begin()
      const mine = { begun, made: make(key, begun, produce) }
      making.set(key, mine)
      try {
        return (await mine.made).given
      } finally {
        if (making.get(key) === mine) making.delete(key)
      }
    },
    hear(change: Change | 'everything') {
      moment++
      if (inHand.size > 0) {
        changedAt.delete(change)
        changedAt.set(change, moment)
      }
      for (const [oldest, told] of changedAt) {
        if (changedAt.size <= changesMax) break
        changedAt.delete(oldest)
        forgotten = told
      }
      if (change === 'everything') kept.clear()
      else for (const [key] of [...kept.entries()].filter(([, { dependsOn }]) => dependsOn.has(change))) kept.delete(key)
    },
    size: () => ({ answers: kept.size, bytes: kept.calculatedSize }),
    /** How many changes are remembered for answers in hand. */
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
  return { status, etag, bodies, headers: heads, unchanged, bytes: placeBytes + letters + bodyBytes }
}
