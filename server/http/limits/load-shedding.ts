type Needs = {
  /** How many callers wait for a database connection. */
  waiting: () => number
  nowMs?: () => number
  chance?: () => number
  told?: (is: 'crowded' | 'over', facts: { lagMs: number; waiting: number; turnedAway: number }) => void
}
export type Reason = 'database' | 'turn' | 'lag'
export type LoadShedder = {
  /** Null if the request may be served; then call `answered` at its end. Otherwise why not. Monitoring is always served. */
  refuses(url: string, isWatching?: boolean): Reason | null
  answered(): void
  /** Measures the event loop's lag; runs by itself 20 times a second. */
  look(): void
  gauges(): { lagSeconds: number; share: number; turnedAway: Map<string, number> }
  [Symbol.dispose](): void
}

/** With more callers than this in the queue, the database cannot keep up. */
export const waitingMax = 200
/** So few requests in flight are no overload: on a machine that is slow anyway, refusing them would not make it faster. */
export const fewMax = 50
const lookMs = 50
/** A turn of the event loop that starts this late delays every request, health checks too. */
const lateMs = 70
/** How long one turn may start requests: a thousand can arrive in one. */
const turnMs = 100
/** One late turn is a hiccup of the machine; several in a row are an overload. */
const [more, less, from] = [0.15, 0.05, 0.3]

/** Load balancers call these, and a page that was served needs its assets. */
const always = new Set(['/healthz', '/readyz'])
const isFile = /^\/assets\/\w[\w.-]*$/

/**
 * Load shedding. Requests that would only wait get a 503 with Retry-After at once, which costs next to nothing. Cached answers are
 * sent before this is checked.
 */
export function openLoadShedder({ waiting, nowMs = () => performance.now(), chance = Math.random, told = () => {} }: Needs): LoadShedder {
  const turnedAway: Record<Reason, number> = { database: 0, turn: 0, lag: 0 }
  let share = 0
  let worstMs = 0
  let lookedMs = nowMs()
  let turnBeganMs: number | null = null
  let turnBegun = 0
  let inHand = 0
  let isOverloaded = false
  let before = 0

  const timer = setInterval(look, lookMs).unref()

  function look() {
    const now = nowMs()
    const lagMs = Math.max(0, now - lookedMs - lookMs)
    lookedMs = now
    // Halves in about three seconds, so that a scrape every 15 seconds still sees a spike.
    worstMs = Math.max(lagMs, worstMs * 0.99)
    const isLate = lagMs > lateMs && inHand >= fewMax
    share = Math.min(1, Math.max(0, share + (isLate ? more * Math.min(4, Math.ceil(lagMs / lateMs)) : -less)))
    say(lagMs)
  }

  function say(lagMs: number) {
    const all = sum()
    if (!isOverloaded && all > before) {
      isOverloaded = true
      told('crowded', { lagMs: Math.round(lagMs), waiting: waiting(), turnedAway: all - before })
    } else if (isOverloaded && all === before && share === 0) {
      isOverloaded = false
      told('over', { lagMs: Math.round(lagMs), waiting: waiting(), turnedAway: all })
    }
    before = all
  }

  const sum = () => turnedAway.database + turnedAway.turn + turnedAway.lag

  function isTurnLong(): boolean {
    const now = nowMs()
    if (turnBeganMs === null) {
      turnBeganMs = now
      turnBegun = 0
      setImmediate(() => void (turnBeganMs = null))
    }
    return ++turnBegun > fewMax && now - turnBeganMs > turnMs
  }

  function reasonFor(url: string): Reason | null {
    if (always.has(url) || isFile.test(url)) return null
    if (isTurnLong()) return 'turn'
    if (waiting() >= waitingMax) return 'database'
    return inHand >= fewMax && share > from && chance() < (share - from) / (1 - from) ? 'lag' : null
  }

  return {
    refuses(url, isWatching = false) {
      const reason = isWatching ? null : reasonFor(url)
      if (reason) turnedAway[reason]++
      else inHand++
      return reason
    },
    answered: () => void inHand--,
    look,
    gauges: () => ({
      lagSeconds: worstMs / 1000,
      share,
      turnedAway: new Map(Object.entries(turnedAway).map(([why, count]) => [`why="${why}"`, count])),
    }),
    [Symbol.dispose]: () => clearInterval(timer),
  }
}
