import { setTimeout as wait } from 'node:timers/promises'
import { openSeededSite } from './load/seeded-site.ts'
import { aMix, captureShare } from './load/mix.ts'
import { countBy, sendAtRate } from './load/send-at-rate.ts'
import { watchHealth } from './load/watch-health.ts'
import { percentile } from './measure.ts'

/** lab/bench/overload.ts [A-SECOND] [SECONDS]: sends five times the sustainable rate (measured first unless passed), then checks recovery. */
const chosenRate = Number(process.argv[2] ?? 0)
const seconds = Number(process.argv[3] ?? 30)
const times = 5
const healthMaxMs = 200
const normalWithinMs = 5000
const giveUpMs = 30_000
const soonMs = 150
const step = 1.4
const leastASecond = 10

using ground = await openSeededSite()
const site = await ground.start()
const mix = aMix(site.url, ground)
await sendAtRate(mix, 50, 10)
const sustained = chosenRate || (await findSustained())
console.log(`sustained: ${sustained} a second`)

await mix.prepare(Math.ceil(sustained * times * seconds * captureShare))
const watching = watchHealth(site.url)
const { answers, unanswered, loaderDelayMs, seconds: took } = await sendAtRate(mix, sustained * times, seconds, 2000)
const endedMs = performance.now()
const normalMs = await untilNormal()
const { tookMs: healthMs, delayMs: watcherDelayMs } = await watching.end()
await site.stop()
const lost = await ground.lost(mix.acknowledged)

const unexpected = answers.filter(({ status, retryAfter }) => ![200, 429, 503].includes(status) || (status !== 200 && !retryAfter))
const served = answers.filter(({ status }) => status === 200).length
console.log(
  `sent ${((answers.length + unanswered.length) / took).toFixed(0)} a second of ${sustained * times}, ${(served / took).toFixed(0)} of them served; the loader was late by ${loaderDelayMs.toFixed(0)} ms at most`,
)
console.log(
  `${countBy(answers, ({ status }) => String(status))}; ${unexpected.length} of another kind, ${unanswered.length} without an answer`,
)
console.log(
  `/healthz: ${healthMs.length} times, p99 ${percentile(healthMs, 0.99).toFixed(0)} ms, at most ${Math.max(...healthMs).toFixed(0)} ms; the watcher was late by ${watcherDelayMs.toFixed(0)} ms at most`,
)
console.log(`normal again after ${(normalMs / 1000).toFixed(1)} s; ${mix.acknowledged.length} contacts acknowledged, ${lost.length} lost`)
if (unexpected.length > 0) console.log(countBy(unexpected, ({ what, status }) => `${what} ${status}`))
if (unanswered.length > 0) console.log(countBy(unanswered, (reason) => reason))
const isBad =
  unexpected.length + lost.length + unanswered.length > 0 || percentile(healthMs, 0.99) > healthMaxMs || normalMs > normalWithinMs
process.exitCode = isBad ? 1 : 0

/** The highest rate with fast, successful responses: lowered until it works, or raised until it doesn't. */
async function findSustained(): Promise<number> {
  let perSecond = 100
  if (await isSustained(perSecond)) {
    while (await isSustained(perSecond * step)) perSecond *= step
  } else {
    do perSecond /= step
    while (perSecond > leastASecond && !(await isSustained(perSecond)))
  }
  return Math.round(perSecond)
}

async function isSustained(perSecond: number): Promise<boolean> {
  const { answers, unanswered } = await sendAtRate(mix, perSecond, 5, 1000)
  await wait(500)
  const took = answers.map(({ ms }) => ms)
  return unanswered.length === 0 && answers.every(({ status }) => status === 200) && percentile(took, 0.99) <= soonMs
}

/** Milliseconds until twenty responses in a row are successful and fast. */
async function untilNormal(): Promise<number> {
  for (let good = 0, turn = 0; good < 20 && performance.now() - endedMs < giveUpMs; turn++) {
    const { status, ms } = await mix.ask(turn)
    good = status === 200 && ms < soonMs ? good + 1 : 0
  }
  return performance.now() - endedMs
}
