import type { Log } from './log.ts'

/** A provider that let us down again and again is left alone for a while; then one call tries whether it is back. */
export type Breaker = {
  /** Seconds until it may be asked again; 0 when it may now. Whoever is told 0 says afterwards how it went. */
  rests(): number
  went(well: boolean): void
}
export type Breakers = {
  of(provider: string): Breaker
  /** 1 for each that is left alone. */
  open(): Map<string, number>
}

const failuresMax = 5
const withinMs = 60_000
const restMs = 30_000

/** One for each provider. Lengths of time by the steady clock: the wall's may jump. */
export function createBreakers(log?: Pick<Log, 'warn' | 'info'>, nowMs: () => number = () => performance.now()): Breakers {
  const known = new Map<string, Breaker & { isOpen(): boolean }>()
  return {
    of(provider) {
      const breaker = known.get(provider) ?? createBreaker(provider, log, nowMs)
      known.set(provider, breaker)
      return breaker
    },
    open: () => new Map([...known].map(([provider, { isOpen }]) => [`provider="${provider}"`, isOpen() ? 1 : 0])),
  }
}

function createBreaker(provider: string, log: Pick<Log, 'warn' | 'info'> | undefined, nowMs: () => number) {
  let failedAt: number[] = []
  let openUntil: number | null = null

  return {
    isOpen: () => openUntil !== null,
    rests() {
      if (openUntil === null) return 0
      const leftMs = openUntil - nowMs()
      if (leftMs > 0) return Math.ceil(leftMs / 1000)
      // One goes ahead. The others wait until it came back, or for as long again should it never.
      openUntil = nowMs() + restMs
      return 0
    },
    went(well: boolean) {
      if (well) {
        if (openUntil !== null) log?.info('provider-back', { provider })
        failedAt = []
        openUntil = null
        return
      }
      const now = nowMs()
      failedAt = [...failedAt.filter((at) => now - at < withinMs), now].slice(-failuresMax)
      if (openUntil === null && failedAt.length < failuresMax) return
      if (openUntil === null) log?.warn('provider-left-alone', { provider, seconds: restMs / 1000 })
      openUntil = now + restMs
    },
  }
}
