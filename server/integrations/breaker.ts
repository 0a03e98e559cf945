import type { Log } from './log.ts'

/** A circuit breaker: opens after repeated failures; after a pause, one call probes the provider. */
export type Breaker = {
  /** Seconds until the next call is allowed; 0 allows one, whose caller must report the result with `record`. */
  retryAfterSeconds(): number
  record(ok: boolean): void
  isOpen(): boolean
}
export type Breakers = {
  of(provider: string): Breaker
  /** Forgets one that has no failures to remember. */
  forget(provider: string): void
  /** By metric label: 1 if the circuit is open, else 0. */
  open(): Map<string, number>
}

const failuresMax = 5
const windowMs = 60_000
const openMs = 30_000

/** One breaker for each provider. Uses the monotonic clock: the wall clock can jump. */
export function createBreakers(log?: Pick<Log, 'warn' | 'info'>, nowMs: () => number = () => performance.now()): Breakers {
  const breakers = new Map<string, Breaker>()
  return {
    of(provider) {
      const breaker = breakers.get(provider) ?? createBreaker(provider, log, nowMs)
      breakers.set(provider, breaker)
      return breaker
    },
    forget: (provider) => void breakers.delete(provider),
    open: () => new Map([...breakers].map(([provider, { isOpen }]) => [`provider="${provider}"`, isOpen() ? 1 : 0])),
  }
}

function createBreaker(provider: string, log: Pick<Log, 'warn' | 'info'> | undefined, nowMs: () => number): Breaker {
  let failureTimes: number[] = []
  let openUntilMs: number | null = null

  return {
    isOpen: () => openUntilMs !== null,
    retryAfterSeconds() {
      if (openUntilMs === null) return 0
      const remainingMs = openUntilMs - nowMs()
      if (remainingMs > 0) return Math.ceil(remainingMs / 1000)
      // One call probes. The others wait for its result, or for another period if there is none.
      openUntilMs = nowMs() + openMs
      return 0
    },
    record(ok: boolean) {
      if (ok) {
        if (openUntilMs !== null) log?.info('provider-recovered', { provider })
        failureTimes = []
        openUntilMs = null
        return
      }
      const now = nowMs()
      failureTimes = [...failureTimes.filter((at) => now - at < windowMs), now].slice(-failuresMax)
      if (openUntilMs === null && failureTimes.length < failuresMax) return
      if (openUntilMs === null) log?.warn('provider-circuit-opened', { provider, seconds: openMs / 1000 })
      openUntilMs = now + openMs
    },
  }
}
