const failuresMax = 4
const usualRestMs = 5000

/** A circuit breaker: opens after consecutive failures, then lets one call through every few seconds. */
export function createBreaker(tell: (isAway: boolean) => void, restMs = usualRestMs, nowMs: () => number = () => performance.now()) {
  let failures = 0
  let restsUntilMs = 0

  return {
    isAway: () => failures >= failuresMax,
    mayTry(): boolean {
      if (failures < failuresMax) return true
      if (nowMs() < restsUntilMs) return false
      restsUntilMs = nowMs() + restMs
      return true
    },
    failed() {
      failures++
      if (failures < failuresMax) return
      restsUntilMs = nowMs() + restMs
      if (failures === failuresMax) tell(true)
    },
    answered() {
      if (failures >= failuresMax) tell(false)
      failures = 0
    },
  }
}

export type Breaker = ReturnType<typeof createBreaker>
