const failuresMax = 4
const usualRestMs = 5000

/** Counts failures in a row. After so many nobody waits any more; every few seconds one may try whether it is back. */
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
