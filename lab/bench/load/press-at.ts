import { setTimeout as wait } from 'node:timers/promises'
import type { Answer, Mix } from './mix.ts'

export type Pressed = {
  answers: Answer[]
  /** What no answer came to. */
  unanswered: string[]
  /** How late the loader itself was, at worst: beyond that its times are its own. */
  loaderLateMs: number
  /** For how long it asked; the last answers came later. */
  seconds: number
}

/** So many a second whether they are answered or not, as people come: who is slow is not asked more slowly. */
export async function pressAt(mix: Mix, perSecond: number, seconds: number, inFlightMax = Number.POSITIVE_INFINITY): Promise<Pressed> {
  const answers: Answer[] = []
  const unanswered: string[] = []
  const begunMs = performance.now()
  const all = Math.round(perSecond * seconds)
  let [inFlight, loaderLateMs] = [0, 0]
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
    const dueMs = begunMs + (turn * 1000) / perSecond
    const earlyMs = dueMs - performance.now()
    if (earlyMs > 1) await wait(earlyMs)
    else loaderLateMs = Math.max(loaderLateMs, -earlyMs)
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
  const askedMs = performance.now() - begunMs
  await goBelow(0)
  return { answers, unanswered, loaderLateMs, seconds: askedMs / 1000 }
}

export function countBy<T>(items: readonly T[], of: (item: T) => string): string {
  const counts = new Map<string, number>()
  for (const item of items) counts.set(of(item), (counts.get(of(item)) ?? 0) + 1)
  return [...counts].map(([name, many]) => `${name}: ${many}`).join(', ')
}
