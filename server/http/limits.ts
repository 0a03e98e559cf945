import type { Limit } from '#contract/endpoint.ts'

/** How many seconds until this key may call again; 0 when it may now, which counts. */
export type Limits = { take(key: string, limit: Limit): number }

const keysMax = 100_000

/** Windows kept in this instance's memory. The oldest keys go first when a flood brings too many. */
export function createLimits(nowMs: () => number = () => performance.now()): Limits {
  const windows = new Map<string, { endsMs: number; used: number }>()
  return {
    take(key, { count, windowSeconds }) {
      const now = nowMs()
      const open = windows.get(key)
      if (!open || open.endsMs <= now) {
        windows.delete(key)
        windows.set(key, { endsMs: now + windowSeconds * 1000, used: 1 })
        if (windows.size > keysMax) windows.delete(windows.keys().next().value ?? key)
        return 0
      }
      if (open.used < count) {
        open.used++
        return 0
      }
      return Math.max(1, Math.ceil((open.endsMs - now) / 1000))
    },
  }
}
