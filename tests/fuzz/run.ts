import { aCall, type Call } from './calls.ts'
import { diceOf, type Dice } from './dice.ts'
import { heapNow } from './heap.ts'
import { aPageCall } from './page-calls.ts'
import { aWay } from './raw.ts'
import type { Target } from './target.ts'
import { ask, tell, whatOf, type Outcome } from './throw-at.ts'
import { anOperator, aPerson, aWorld } from './world.ts'

export type Failure = { fault: string; turn: number; times: number; call: Call; way: string | null }
export type Report = {
  requests: number
  seconds: number
  statuses: Map<number, number>
  reached: Map<string, { good: number; all: number }>
  failures: Failure[]
  slowest: { ms: number; name: string }
  heap: { before: number; after: number; rss: number }
}
export type Wishes = { requests: number; seed: number; endsAtMs?: number; pages: boolean; hear?: (done: number, report: Report) => void }

/** What a person does may end their session, or their card: another takes their place. */
const turnsOfOne = 400
const atOnce = 10

/** Throws so many at the target, each by dice of its own: what a turn was is known by its seed and its number. */
export async function fuzz(target: Target, { requests, seed, endsAtMs = Infinity, pages, hear }: Wishes): Promise<Report> {
  const world = await aWorld(target.app)
  const begunMs = performance.now()
  const report: Report = {
    requests: 0,
    seconds: 0,
    statuses: new Map(),
    reached: new Map(),
    failures: [],
    slowest: { ms: 0, name: '' },
    heap: { before: 0, after: 0, rss: 0 },
  }
  let next = 0

  async function one(turn: number) {
    const dice = diceOf(seed + turn * 2_654_435_761)
    const kind = dice.below(100)
    const call = pages && kind < 20 ? aPageCall(dice) : aCall(turn, dice)
    const way = kind % 5 < 2 ? aWay(dice) : null
    note(report, turn, call, way, await outcomeOf(turn, call, way, dice))
  }

  async function outcomeOf(turn: number, call: Call, way: ReturnType<typeof aWay> | null, dice: Dice): Promise<Outcome> {
    try {
      return way === null ? await ask(target, world, call, turn) : await tell(target, world, call, turn, way, dice)
    } catch (error) {
      return { status: 0, fault: `cannot be asked: ${whatOf(error)}`, tookMs: 0 }
    }
  }

  async function renew(turn: number) {
    if (turn % turnsOfOne === 0) world.other = await aPerson(target.app)
    if (turn % turnsOfOne === turnsOfOne / 2) [world.own, world.operator] = [await aPerson(target.app), await anOperator(target.app)]
  }

  async function keepOn() {
    while (next < requests && performance.now() < endsAtMs) {
      const turn = next++
      await renew(turn)
      await one(turn)
      report.requests++
      if (turn === Math.floor(Math.min(requests * 0.4, 10_000))) report.heap.before = await heapNow()
      if (turn > 0 && turn % 5000 === 0) hear?.(turn, report)
    }
  }

  await Promise.all(Array.from({ length: atOnce }, keepOn))
  report.seconds = (performance.now() - begunMs) / 1000
  report.heap.after = await heapNow()
  report.heap.rss = process.memoryUsage().rss
  for (const { event, id, facts } of target.complaints)
    if (!report.failures.some(({ fault }) => fault.startsWith(event)))
      addFailure(report, {
        fault: `${event} ${id}: ${whatOf(facts?.error)}`,
        turn: -1,
        times: 1,
        way: null,
        call: { name: 'the log', as: 'visitor', method: '', path: '', headers: {} },
      })
  return report
}

function note(report: Report, turn: number, call: Call, way: string | null, { status, fault, tookMs }: Outcome) {
  report.statuses.set(status, (report.statuses.get(status) ?? 0) + 1)
  const name = way === null ? call.name : `wire: ${way}`
  const reached = report.reached.get(name) ?? { good: 0, all: 0 }
  report.reached.set(name, { good: reached.good + (status >= 200 && status < 400 ? 1 : 0), all: reached.all + 1 })
  if (tookMs > report.slowest.ms) report.slowest = { ms: tookMs, name }
  if (fault !== null) addFailure(report, { fault, turn, times: 1, call, way })
}

/** The same fault at the same place is told once. */
function addFailure(report: Report, failure: Failure) {
  const same = report.failures.find(({ fault, call }) => fault === failure.fault && call.name === failure.call.name)
  if (same) same.times++
  else report.failures.push(failure)
}
