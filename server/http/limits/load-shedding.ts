type Deps = {
  /** How many callers wait for a database connection. */
  waiting: () => number
  nowMs?: () => number
  chance?: () => number
  onChange?: (state: 'overloaded' | 'recovered', facts: { lagMs: number; waiting: number; shed: number }) => void
}
type Reason = 'database' | 'turn' | 'lag'
export type LoadShedder = {
  /** Null if the request may be served; then call `answered` at its end. Otherwise why not. Monitoring is always served. */
  shedReason(url: string, isMonitoring?: boolean): Reason | null
  answered(): void
  /** Measures the event loop's lag; runs by itself 20 times a second. */
  measure(): void
  gauges(): { lagSeconds: number; share: number; shed: Map<string, number> }
  [Symbol.dispose](): void
}

/** With more callers than this in the queue, the database cannot keep up. */
export const waitingMax = 200
/** Fewer requests in flight are no overload: on a machine that is slow anyway, refusing them would not make it faster. */
export const inFlightMin = 50
const measureMs = 50
/** A turn of the event loop that starts this late delays every request, health checks too. */
const slowTurnMs = 70
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
export function openLoadShedder({
  waiting,
  nowMs = () => performance.now(),
  chance = Math.random,
  onChange = () => {},
}: Deps): LoadShedder {
  const shed: Record<Reason, number> = { database: 0, turn: 0, lag: 0 }
  let share = 0
  let worstMs = 0
  let measuredMs = nowMs()
  let turnBeganMs: number | null = null
  let turnBegun = 0
  let inFlight = 0
  let isOverloaded = false
  let before = 0

  const timer = setInterval(measure, measureMs).unref()

  function measure() {
    const now = nowMs()
    const lagMs = Math.max(0, now - measuredMs - measureMs)
    measuredMs = now
    // Halves in about three seconds, so that a scrape every 15 seconds still sees a spike.
    worstMs = Math.max(lagMs, worstMs * 0.99)
    const isSlowTurn = lagMs > slowTurnMs && inFlight >= inFlightMin
    share = Math.min(1, Math.max(0, share + (isSlowTurn ? more * Math.min(4, Math.ceil(lagMs / slowTurnMs)) : -less)))
    reportChange(lagMs)
  }

  function reportChange(lagMs: number) {
    const all = totalShed()
    if (!isOverloaded && all > before) {
      isOverloaded = true
      onChange('overloaded', { lagMs: Math.round(lagMs), waiting: waiting(), shed: all - before })
    } else if (isOverloaded && all === before && share === 0) {
      isOverloaded = false
      onChange('recovered', { lagMs: Math.round(lagMs), waiting: waiting(), shed: all })
    }
    before = all
  }

  const totalShed = () => shed.database + shed.turn + shed.lag

  function isTurnLong(): boolean {
    const now = nowMs()
    if (turnBeganMs === null) {
      turnBeganMs = now
      turnBegun = 0
      setImmediate(() => void (turnBeganMs = null))
    }
    return ++turnBegun > inFlightMin && now - turnBeganMs > turnMs
  }

  function reasonFor(url: string): Reason | null {
    if (always.has(url) || isFile.test(url)) return null
    if (isTurnLong()) return 'turn'
    if (waiting() >= waitingMax) return 'database'
    return inFlight >= inFlightMin && share > from && chance() < (share - from) / (1 - from) ? 'lag' : null
  }

  return {
    shedReason(url, isMonitoring = false) {
      const reason = isMonitoring ? null : reasonFor(url)
      if (reason) shed[reason]++
      else inFlight++
      return reason
    },
    answered: () => void inFlight--,
    measure,
    gauges: () => ({
      lagSeconds: worstMs / 1000,
      share,
      shed: new Map(Object.entries(shed).map(([reason, count]) => [`reason="${reason}"`, count])),
    }),
    [Symbol.dispose]: () => clearInterval(timer),
  }
}
