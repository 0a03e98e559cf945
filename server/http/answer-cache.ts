import { createHash } from 'node:crypto'
import { isAway } from '#server/db/is-away.ts'
import type { Change } from '#server/db/changes.ts'
import { compress, type Bodies, type Encoding } from './compress.ts'

export type Answer = {
  status: number
  headers: Record<string, string>
  body: Buffer
  /** It was asked for by the name of a card that is not there. */
  isGuess?: boolean
}

/** An answer ready to be written: headers as the flat list that node writes fastest. */
export type Kept = {
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
const bytesMax = 64 * 1024 * 1024

export type AnswerCache = ReturnType<typeof createAnswerCache>

/**
 * Finished answers in memory, oldest use out first. An answer whose making began before a change it depends on is
 * never kept, so a reader after an edit can not meet the card of before. While the database is away, what was kept last is
 * given past its time.
 */
export function createAnswerCache({ nowMs = () => performance.now() }: { nowMs?: () => number } = {}) {
  const kept = new Map<string, Kept>()
  const making = new Map<string, Promise<Kept | Answer>>()
  const changedAt = new Map<Change | 'everything', number>()
  let moment = 0
  let bytes = 0
  let inHand = 0

  function drop(key: string) {
    bytes -= kept.get(key)?.bytes ?? 0
    kept.delete(key)
  }

  function get(key: string): Kept | undefined {
    const found = kept.get(key)
    // One that is past its time stays for when nothing newer can be made.
    if (!found || found.untilMs < nowMs()) return undefined
    kept.delete(key)
    kept.set(key, found)
    return found
  }

  function isStale(begun: number, dependsOn: ReadonlySet<Change>): boolean {
    return [...dependsOn, 'everything' as const].some((change) => (changedAt.get(change) ?? 0) > begun)
  }

  async function make(key: string, produce: () => Promise<{ answer: Answer; dependsOn: ReadonlySet<Change> }>): Promise<Kept | Answer> {
    const begun = moment
    inHand++
    try {
      const { answer, dependsOn } = await produce()
      const before = answer.status >= 500 ? kept.get(key) : undefined
      if (before) return before
      return dependsOn.size === 0 ? answer : await keep(key, begun, answer, dependsOn)
    } catch (error) {
      // The database is away: a card that was true when it was last seen is better than none.
      const before = isAway(error) ? kept.get(key) : undefined
      if (before) return before
      throw error
    } finally {
      // Nothing is being made: nobody has to know any more what changed when.
      if (--inHand === 0) changedAt.clear()
    }
  }

  async function keep(key: string, begun: number, answer: Answer, dependsOn: ReadonlySet<Change>): Promise<Kept> {
    const ready = { ...(await finish(answer)), dependsOn, untilMs: nowMs() + lifeMs }
    if (isStale(begun, dependsOn)) return ready
    drop(key)
    kept.set(key, ready)
    bytes += ready.bytes
    while (bytes > bytesMax) drop(kept.keys().next().value ?? key)
    return ready
  }

  return {
    get,
    /** The kept answer, or one made once for everybody who asks meanwhile. */
    async make(key: string, produce: () => Promise<{ answer: Answer; dependsOn: ReadonlySet<Change> }>): Promise<Kept | Answer> {
      const ready = get(key)
      if (ready) return ready
      const underWay = making.get(key)
      if (underWay) return underWay
      const made = make(key, produce).finally(() => {
        if (making.get(key) === made) making.delete(key)
      })
      making.set(key, made)
      return made
    },
    hear(change: Change | 'everything') {
      changedAt.set(change, ++moment)
      // Whoever asks after the change must not be handed the answer that began before it.
      making.clear()
      for (const [key, { dependsOn }] of kept) if (change === 'everything' || dependsOn.has(change)) drop(key)
    },
    size: () => ({ answers: kept.size, bytes }),
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
    if (bodies[encoding] !== body) all['content-encoding'] = encoding
    return Object.entries(all).flat()
  }
  return {
    status,
    etag,
    bodies,
    headers: { br: flat('br'), gzip: flat('gzip'), identity: flat('identity') },
    unchanged: Object.entries({ ...headers, etag })
      .filter(([name]) => name !== 'content-type')
      .flat(),
    bytes: bodies.br.length + bodies.gzip.length + bodies.identity.length,
  }
}
