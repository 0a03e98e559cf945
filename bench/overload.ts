import { setTimeout as wait } from 'node:timers/promises'
import { openGround } from './load/ground.ts'
import { aMix } from './load/mix.ts'
import { countBy, percentile, pressAt } from './load/press-at.ts'

/** bench/overload.ts [A-SECOND] [SECONDS]: five times what it sustains (measured first, unless it is given), then whether it recovers. */
const given = Number(process.argv[2] ?? 0)
const seconds = Number(process.argv[3] ?? 30)
const healthMaxMs = 200
const normalWithinMs = 5000
const giveUpMs = 30_000

using ground = await openGround()
const site = await ground.start()
const mix = aMix(site.url, ground)
await pressAt(mix, 50, 10)
const sustained = given || (await findSustained())
console.log(`sustained: ${sustained} a second`)

const watching = watch()
const { answers, unanswered, loaderLateMs, seconds: took } = await pressAt(mix, sustained * 5, seconds, 2000)
const endedMs = performance.now()
const normalMs = await untilNormal()
const healthMs = await watching.end()
await site.stop()
const lost = await ground.lost(mix.acknowledged)

const odd = answers.filter(({ status, retryAfter }) => ![200, 429, 503].includes(status) || (status !== 200 && !retryAfter))
console.log(
  `${(answers.length / took).toFixed(0)} a second came through the loader, which was late by ${loaderLateMs.toFixed(0)} ms at most`,
)
console.log(`${countBy(answers, ({ status }) => String(status))}; ${odd.length} of another kind, ${unanswered.length} without an answer`)
console.log(
  `/healthz: ${healthMs.length} times, p99 ${percentile(healthMs, 0.99).toFixed(0)} ms, at most ${Math.max(...healthMs).toFixed(0)} ms`,
)
console.log(`normal again after ${(normalMs / 1000).toFixed(1)} s; ${mix.acknowledged.length} contacts acknowledged, ${lost.length} lost`)
if (odd.length > 0) console.log(countBy(odd, ({ what, status }) => `${what} ${status}`))
if (unanswered.length > 0) console.log(countBy(unanswered, (reason) => reason))
const isBad = odd.length + lost.length > 0 || percentile(healthMs, 0.99) > healthMaxMs || normalMs > normalWithinMs
process.exitCode = isBad ? 1 : 0

/** Twice as much each time, until one is refused or takes too long. */
async function findSustained(): Promise<number> {
  for (let perSecond = 100; ; perSecond = Math.round(perSecond * 1.4)) {
    const tried = await pressAt(mix, perSecond, 5, 1000)
    const ms = percentile(
      tried.answers.map((answer) => answer.ms),
      0.99,
    )
    if (tried.answers.some(({ status }) => status !== 200) || tried.unanswered.length > 0 || ms > 150) return Math.round(perSecond / 1.4)
    await wait(500)
  }
}

function watch() {
  const took: number[] = []
  let isOver = false
  const watching = (async () => {
    while (!isOver) {
      const begunMs = performance.now()
      const answer = await fetch(`${site.url}/healthz`)
      await answer.arrayBuffer()
      if (answer.status !== 200) took.push(Number.POSITIVE_INFINITY)
      took.push(performance.now() - begunMs)
      await wait(100)
    }
  })()
  return {
    async end() {
      isOver = true
      await watching
      return took
    },
  }
}

/** Twenty in a row that are answered well and soon. */
async function untilNormal(): Promise<number> {
  for (let good = 0, turn = 0; good < 20 && performance.now() - endedMs < giveUpMs; turn++) {
    const { status, ms } = await mix.ask(turn)
    good = status === 200 && ms < 150 ? good + 1 : 0
  }
  return performance.now() - endedMs
}
