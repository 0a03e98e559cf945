import { reachability } from '#contract/constants.ts'

/** Whether the server is reachable; if not, whether this device has a network. */
export type Reach = 'unknown' | 'reached' | 'no-internet' | 'no-data'

type Deps = { ping(): Promise<boolean>; isOnline(): boolean; isHidden(): boolean; onChange(): void }

/**
 * Pings until the server answers, and again when there is reason to doubt it. Never while the page is hidden. A network event
 * discards the answer of a pending ping.
 */
export function createReach({ ping, isOnline, isHidden, onChange }: Deps) {
  let reach: Reach = 'unknown'
  let turn = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  function set(next: Reach) {
    if (next === reach) return
    reach = next
    onChange()
  }
  function schedule(ms: number) {
    clearTimeout(timer)
    timer = setTimeout(() => void check(), ms)
  }

  async function check(): Promise<Reach> {
    clearTimeout(timer)
    if (isHidden()) return reach
    const mine = ++turn
    const isReached = await ping().catch(() => false)
    if (mine !== turn) return reach
    set(isReached ? 'reached' : isOnline() ? 'no-data' : 'no-internet')
    if (!isReached) schedule(reachability.againMs)
    return reach
  }

  return {
    read: () => reach,
    check,
    begin() {
      if (reach === 'unknown') schedule(reachability.firstMs)
    },
    /** The device reports that it is offline: set at once, and checked again like any other loss. */
    lost() {
      turn++
      set('no-internet')
      schedule(reachability.againMs)
    },
    pause() {
      turn++
      clearTimeout(timer)
    },
  }
}
