import { setTimeout as wait } from 'node:timers/promises'
import { openGround } from './load/ground.ts'
import { aMix, captureShare } from './load/mix.ts'
import { countBy, pressAt } from './load/press-at.ts'
import { watchHealth } from './load/watch-health.ts'
import { percentile } from './measure.ts'

/** lab/bench/overload.ts [A-SECOND] [SECONDS]: five times what it sustains (measured first, unless it is given), then whether it recovers. */
const given = Number(process.argv[2] ?? 0)
const seconds = Number(process.argv[3] ?? 30)
const times = 5
const healthMaxMs = 200
const normalWithinMs = 5000
const giveUpMs = 30_000
const soonMs = 150
const step = 1.4
const leastASecond = 10

using ground = await openGround()
const site = await ground.start()
const mix = aMix(site.url, ground)
await pressAt(mix, 50, 10)
const sustained = given || (await findSustained())
console.log(`sustained: ${sustained} a second`)

await mix.prepare(Math.ceil(sustained * times * seconds * captureShare))
const watching = watchHealth(site.url)
const { answers, unanswered, loaderLateMs, seconds: took } = await pressAt(mix, sustained * times, seconds, 2000)
const endedMs = performance.now()
const normalMs = await untilNormal()
const { tookMs: healthMs, lateMs: watchLateMs } = await watching.end()
await site.stop()
const lost = await ground.lost(mix.acknowledged)

const odd = answers.filter(({ status, retryAfter }) => ![200, 429, 503].includes(status) || (status !== 200 && !retryAfter))
const served = answers.filter(({ status }) => status === 200).length
console.log(
  `asked ${((answers.length + unanswered.length) / took).toFixed(0)} a second of ${sustained * times}, ${(served / took).toFixed(0)} of them served; the loader was late by ${loaderLateMs.toFixed(0)} ms at most`,
)
console.log(`${countBy(answers, ({ status }) => String(status))}; ${odd.length} of another kind, ${unanswered.length} without an answer`)
console.log(
  `/healthz: ${healthMs.length} times, p99 ${percentile(healthMs, 0.99).toFixed(0)} ms, at most ${Math.max(...healthMs).toFixed(0)} ms; who asked was late by ${watchLateMs.toFixed(0)} ms at most`,
)
console.log(`normal again after ${(normalMs / 1000).toFixed(1)} s; ${mix.acknowledged.length} contacts acknowledged, ${lost.length} lost`)
if (odd.length > 0) console.log(countBy(odd, ({ what, status }) => `${what} ${status}`))
if (unanswered.length > 0) console.log(countBy(unanswered, (reason) => reason))
const isBad = odd.length + lost.length + unanswered.length > 0 || percentile(healthMs, 0.99) > healthMaxMs || normalMs > normalWithinMs
process.exitCode = isBad ? 1 : 0

/** The most that is answered well and soon: less until it is, or more until it is not. */
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
  const { answers, unanswered } = await pressAt(mix, perSecond, 5, 1000)
  await wait(500)
  const took = answers.map(({ ms }) => ms)
  return unanswered.length === 0 && answers.every(({ status }) => status === 200) && percentile(took, 0.99) <= soonMs
}

/** Twenty in a row that are answered well and soon. */
async function untilNormal(): Promise<number> {
  for (let good = 0, turn = 0; good < 20 && performance.now() - endedMs < giveUpMs; turn++) {
    const { status, ms } = await mix.ask(turn)
    good = status === 200 && ms < soonMs ? good + 1 : 0
  }
  return performance.now() - endedMs
}
