import { setTimeout as wait } from 'node:timers/promises'
import type { Answer, Mix } from './mix.ts'

export type LoadResult = {
  answers: Answer[]
  /** Requests without a response. */
  unanswered: string[]
  /** How late the loader was at worst; shorter times than this can't be trusted. */
  loaderDelayMs: number
  /** How long requests were sent; the last responses came later. */
  seconds: number
}

/** Sends at a fixed rate, as visitors arrive: a slow server doesn't slow the loader down. */
export async function sendAtRate(
  mix: Mix,
  perSecond: number,
  seconds: number,
  inFlightMax = Number.POSITIVE_INFINITY,
): Promise<LoadResult> {
  const answers: Answer[] = []
  const unanswered: string[] = []
  const startedMs = performance.now()
  const all = Math.round(perSecond * seconds)
  let [inFlight, loaderDelayMs] = [0, 0]
  let isBelow = Promise.withResolvers<void>()
  const finish = () => {
    inFlight--
    isBelow.resolve()
  }

  async function goBelow(most: number) {
    while (inFlight > most) {
      isBelow = Promise.withResolvers()
      await isBelow.promise
    }
  }

  for (let turn = 0; turn < all; turn++) {
    const dueMs = startedMs + (turn * 1000) / perSecond
    const earlyMs = dueMs - performance.now()
    if (earlyMs > 1) await wait(earlyMs)
    else loaderDelayMs = Math.max(loaderDelayMs, -earlyMs)
    if (inFlight >= inFlightMax) await goBelow(inFlightMax - 1)
    inFlight++
    void mix
      .ask(turn)
      .then(
        (answer) => void answers.push(answer),
        (error: unknown) => void unanswered.push(error instanceof Error ? error.message : String(error)),
      )
      .finally(finish)
  }
  const sentMs = performance.now() - startedMs
  await goBelow(0)
  return { answers, unanswered, loaderDelayMs, seconds: sentMs / 1000 }
}

export function countBy<T>(items: readonly T[], of: (item: T) => string): string {
  const counts = new Map<string, number>()
  for (const item of items) counts.set(of(item), (counts.get(of(item)) ?? 0) + 1)
  return [...counts].map(([name, many]) => `${name}: ${many}`).join(', ')
}
