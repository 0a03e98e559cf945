import { reachability } from '#contract/constants.ts'

/** Whether the server can be reached, and if not, whether this device has a network at all. */
export type Reach = 'unknown' | 'reached' | 'no-internet' | 'no-data'

type Needs = { ask(): Promise<boolean>; isOnline(): boolean; isHidden(): boolean; tell(): void }

/**
 * Asks until the server answers, and again when there is reason to doubt it. Nobody asks while the page is hidden; what was said
 * of the network meanwhile makes an answer that was on its way worth nothing.
 */
export function createReach({ ask, isOnline, isHidden, tell }: Needs) {
  let reach: Reach = 'unknown'
  let turn = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  function say(next: Reach) {
    if (next === reach) return
    reach = next
    tell()
  }
  function later(ms: number) {
    clearTimeout(timer)
    timer = setTimeout(() => void check(), ms)
  }

  async function check(): Promise<Reach> {
    clearTimeout(timer)
    if (isHidden()) return reach
    const mine = ++turn
    const isReached = await ask().catch(() => false)
    if (mine !== turn) return reach
    say(isReached ? 'reached' : isOnline() ? 'no-data' : 'no-internet')
    if (!isReached) later(reachability.againMs)
    return reach
  }

  return {
    read: () => reach,
    check,
    begin() {
      if (reach === 'unknown') later(reachability.firstMs)
    },
    /** The device says so itself: believed at once, and doubted as any other loss. */
    lost() {
      turn++
      say('no-internet')
      later(reachability.againMs)
    },
    pause() {
      turn++
      clearTimeout(timer)
    },
  }
}
