import { aCall, aValidCall, names, type Call } from './make-call.ts'
import { diceOf, type Dice } from '../dice.ts'
import { measureMemory, type Memory } from './memory.ts'
import { aPageCall } from './page-calls.ts'
import { pickMutation } from './mutations.ts'
import type { Target } from './target.ts'
import { sendRequest, sendBytes, describeError, type Outcome } from './send-input.ts'
import { lastCalls, validInputs } from './valid-input.ts'
import { anAdmin, aPerson, aPersonWithTokens, aWorld, tokensOf, payFor, type World } from './world.ts'

export type Failure = { issue: string; turn: number; times: number; call: Call; mutation: string | null }
/** How calls of one endpoint, or with one mutation, were answered. */
export type CallStats = { succeeded: number; rejected: number; limited: number; all: number }
export type Report = {
  requests: number
  seconds: number
  statuses: Map<number, number>
  callStats: Map<string, CallStats>
  failures: Failure[]
  slowest: { ms: number; name: string }
  memory: { before: Memory; after: Memory }
  /** The world (cards, contacts, admin pages) that was fuzzed last. */
  world: World
}
export type RunOptions = {
  requests: number
  seed: number
  endsAtMs?: number
  pagesInHundred: number
  onProgress?: (done: number, report: Report) => void
}

/** A call can end a session or a card, so people are replaced every so many turns. */
const turnsPerPerson = 800
/** Single-use tokens are slow to create. */
const turnsPerTokens = 8000
const concurrency = 48
const validTriesMax = 30

/** Sends random requests. Each turn has its own dice, so its seed and number reproduce it. */
export async function fuzz(
  target: Target,
  { requests, seed, endsAtMs = Infinity, pagesInHundred, onProgress }: RunOptions,
): Promise<Report> {
  const world = await aWorld(target)
  const events = await payFor(target, world.own)
  const startedMs = performance.now()
  const report: Report = {
    requests: 0,
    seconds: 0,
    statuses: new Map(),
    callStats: new Map(),
    failures: [],
    slowest: { ms: 0, name: '' },
    memory: { before: await measureMemory(target), after: await measureMemory(target) },
    world,
  }
  const diceAt = (turn: number) => diceOf(seed + turn * 2_654_435_761)

  /** Sends each call once with valid input, so that the fuzzing starts from a working state. */
  async function sendValidCalls() {
    const order = [...names.filter((name) => !lastCalls.includes(name)), ...lastCalls]
    for (const [place, name] of order.entries()) {
      // Each of these ends what the next one needs: a session, a password, an email address.
      if (lastCalls.includes(name) && validInputs[name]?.as === 'leaver') world.leaver = await aPersonWithTokens(target)
      for (let time = 0; time < validTriesMax; time++) {
        const turn = -1 - place * validTriesMax - time
        const call = aValidCall(name, diceAt(turn), events)
        const outcome = await outcomeOf(turn, call, null, diceAt(turn))
        recordOutcome(report, turn, call, null, outcome)
        if (isSuccess(outcome.status)) break
      }
    }
  }

  async function one(turn: number) {
    const dice = diceAt(turn)
    const kind = dice.below(100)
    const call = dice.below(100) < pagesInHundred ? aPageCall(dice) : aCall(turn, dice, events)
    const mutation = kind % 5 < 2 ? pickMutation(dice) : null
    recordOutcome(report, turn, call, mutation, await outcomeOf(turn, call, mutation, dice))
  }

  async function outcomeOf(turn: number, call: Call, mutation: ReturnType<typeof pickMutation> | null, dice: Dice): Promise<Outcome> {
    try {
      return mutation === null ? await sendRequest(target, world, call, turn) : await sendBytes(target, world, call, turn, mutation, dice)
    } catch (error) {
      return { status: 0, issue: `request failed: ${describeError(error)}`, tookMs: 0 }
    }
  }

  async function replacePeople(turn: number) {
    const part = turnsPerPerson / 4
    if (turn % part === 0) world.leaver = await aPerson(target)
    if (turn % turnsPerPerson === 0) world.other = await aPerson(target)
    if (turn % turnsPerPerson === part) world.own = await aPerson(target)
    if (turn % turnsPerPerson === 2 * part) world.admin = await anAdmin(target)
    if (turn % turnsPerTokens === 3 * part) for (const one of [world.own, world.leaver]) Object.assign(one, await tokensOf(target, one))
  }

  let next = 0
  const warmUntil = Math.floor(Math.min(requests * 0.4, 20_000))
  async function continueRun() {
    while (next < requests && performance.now() < endsAtMs) {
      const turn = next++
      await replacePeople(turn)
      await one(turn)
      report.requests++
      if (turn === warmUntil) report.memory.before = await measureMemory(target)
      if (turn > 0 && turn % 5000 === 0) onProgress?.(turn, report)
    }
  }

  await sendValidCalls()
  await Promise.all(Array.from({ length: concurrency }, continueRun))
  report.seconds = (performance.now() - startedMs) / 1000
  report.memory.after = await measureMemory(target)
  for (const { event, id, facts } of target.loggedErrors)
    if (!report.failures.some(({ issue }) => issue.startsWith(event)))
      addFailure(report, {
        issue: `${event} ${id}: ${describeError(facts?.error)}`,
        turn: -1,
        times: 1,
        mutation: null,
        call: { name: 'log', as: 'visitor', method: '', path: '', headers: {} },
      })
  return report
}

const isSuccess = (status: number) => status >= 200 && status < 400
const isLimited = (status: number) => status === 429 || status === 503

function recordOutcome(report: Report, turn: number, call: Call, mutation: string | null, { status, issue, tookMs }: Outcome) {
  report.statuses.set(status, (report.statuses.get(status) ?? 0) + 1)
  const name = mutation === null ? call.name : `raw: ${mutation}`
  const callStats = report.callStats.get(name) ?? { succeeded: 0, rejected: 0, limited: 0, all: 0 }
  report.callStats.set(name, callStats)
  callStats.all++
  if (isSuccess(status)) callStats.succeeded++
  else if (isLimited(status)) callStats.limited++
  else if (status >= 400) callStats.rejected++
  if (tookMs > report.slowest.ms) report.slowest = { ms: tookMs, name }
  if (issue !== null) addFailure(report, { issue, turn, times: 1, call, mutation })
}

/** The same failure at the same place is reported once. */
function addFailure(report: Report, failure: Failure) {
  const same = report.failures.find(({ issue, call }) => issue === failure.issue && call.name === failure.call.name)
  if (same) same.times++
  else report.failures.push(failure)
}
