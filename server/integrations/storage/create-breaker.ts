const failuresMax = 4
const defaultOpenMs = 5000

/** A circuit breaker: opens after consecutive failures, then lets one call through every few seconds. */
export function createBreaker(onChange: (isAway: boolean) => void, openMs = defaultOpenMs, nowMs: () => number = () => performance.now()) {
  let failures = 0
  let openUntilMs = 0

  return {
    isAway: () => failures >= failuresMax,
    mayTry(): boolean {
      if (failures < failuresMax) return true
      if (nowMs() < openUntilMs) return false
      openUntilMs = nowMs() + openMs
      return true
    },
    failed() {
      failures++
      if (failures < failuresMax) return
      openUntilMs = nowMs() + openMs
      if (failures === failuresMax) onChange(true)
    },
    succeeded() {
      if (failures >= failuresMax) onChange(false)
      failures = 0
    },
  }
}

export type Breaker = ReturnType<typeof createBreaker>
