import { aCall, aGoodCall, names, type Call } from './calls.ts'
import { diceOf, type Dice } from '../dice.ts'
import { weigh, type Memory } from './memory.ts'
import { aPageCall } from './page-calls.ts'
import { aWay } from './raw.ts'
import type { Target } from './target.ts'
import { ask, tell, whatOf, type Outcome } from './throw-at.ts'
import { ends } from './well-meant.ts'
import { anOperator, aPerson, aWorld, keysOf, payFor, type World } from './world.ts'

export type Failure = { fault: string; turn: number; times: number; call: Call; way: string | null }
/** How calls of one name were answered. */
export type Reached = { good: number; refused: number; limited: number; all: number }
export type Report = {
  requests: number
  seconds: number
  statuses: Map<number, number>
  reached: Map<string, Reached>
  failures: Failure[]
  slowest: { ms: number; name: string }
  memory: { before: Memory; after: Memory }
  /** Whose cards, contacts and desk it was thrown at last. */
  world: World
}
export type Wishes = {
  requests: number
  seed: number
  endsAtMs?: number
  pagesInHundred: number
  hear?: (done: number, report: Report) => void
}

/** What a person does may end their session, or their card: another takes their place. */
const turnsOfOne = 800
/** What opens something once is dear to make. */
const turnsOfKeys = 8000
const atOnce = 48
const triesOfOne = 30

/** Throws so many at the target, each by dice of its own: what a turn was is known by its seed and its number. */
export async function fuzz(target: Target, { requests, seed, endsAtMs = Infinity, pagesInHundred, hear }: Wishes): Promise<Report> {
  const world = await aWorld(target)
  const heard = await payFor(target, world.own)
  const begunMs = performance.now()
  const report: Report = {
    requests: 0,
    seconds: 0,
    statuses: new Map(),
    reached: new Map(),
    failures: [],
    slowest: { ms: 0, name: '' },
    memory: { before: await weigh(target), after: await weigh(target) },
    world,
  }
  const diceAt = (turn: number) => diceOf(seed + turn * 2_654_435_761)

  /** Each call once as it is meant, so that what is thrown after is thrown at what works. */
  async function beginWell() {
    const order = [...names.filter((name) => !ends.includes(name)), ...ends]
    for (const [place, name] of order.entries())
      for (let time = 0; time < triesOfOne; time++) {
        const turn = -1 - place * triesOfOne - time
        const call = aGoodCall(name, diceAt(turn), heard)
        const outcome = await outcomeOf(turn, call, null, diceAt(turn))
        note(report, turn, call, null, outcome)
        if (isGood(outcome.status)) break
      }
  }

  async function one(turn: number) {
    const dice = diceAt(turn)
    const kind = dice.below(100)
    const call = dice.below(100) < pagesInHundred ? aPageCall(dice) : aCall(turn, dice, heard)
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
    const part = turnsOfOne / 4
    if (turn % part === 0) world.leaver = await aPerson(target)
    if (turn % turnsOfOne === 0) world.other = await aPerson(target)
    if (turn % turnsOfOne === part) world.own = await aPerson(target)
    if (turn % turnsOfOne === 2 * part) world.operator = await anOperator(target)
    if (turn % turnsOfKeys === 3 * part) for (const one of [world.own, world.leaver]) Object.assign(one, await keysOf(target, one))
  }

  let next = 0
  const warmUntil = Math.floor(Math.min(requests * 0.4, 20_000))
  async function keepOn() {
    while (next < requests && performance.now() < endsAtMs) {
      const turn = next++
      await renew(turn)
      await one(turn)
      report.requests++
      if (turn === warmUntil) report.memory.before = await weigh(target)
      if (turn > 0 && turn % 5000 === 0) hear?.(turn, report)
    }
  }

  await beginWell()
  await Promise.all(Array.from({ length: atOnce }, keepOn))
  report.seconds = (performance.now() - begunMs) / 1000
  report.memory.after = await weigh(target)
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

const isGood = (status: number) => status >= 200 && status < 400
const isLimited = (status: number) => status === 429 || status === 503

function note(report: Report, turn: number, call: Call, way: string | null, { status, fault, tookMs }: Outcome) {
  report.statuses.set(status, (report.statuses.get(status) ?? 0) + 1)
  const name = way === null ? call.name : `wire: ${way}`
  const reached = report.reached.get(name) ?? { good: 0, refused: 0, limited: 0, all: 0 }
  report.reached.set(name, reached)
  reached.all++
  if (isGood(status)) reached.good++
  else if (isLimited(status)) reached.limited++
  else if (status >= 400) reached.refused++
  if (tookMs > report.slowest.ms) report.slowest = { ms: tookMs, name }
  if (fault !== null) addFailure(report, { fault, turn, times: 1, call, way })
}

/** The same fault at the same place is told once. */
function addFailure(report: Report, failure: Failure) {
  const same = report.failures.find(({ fault, call }) => fault === failure.fault && call.name === failure.call.name)
  if (same) same.times++
  else report.failures.push(failure)
}
