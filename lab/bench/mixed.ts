import { openSeededSite } from './load/seeded-site.ts'
import { aMix } from './load/mix.ts'
import { countBy, sendAtRate } from './load/send-at-rate.ts'
import { percentile } from './measure.ts'

/** lab/bench/mixed.ts [SECONDS] [A-SECOND]: a realistic mix of requests. Exits with 1 if a response failed or took too long, or a contact was lost. */
const seconds = Number(process.argv[2] ?? 600)
const perSecond = Number(process.argv[3] ?? 300)
const slowMs = 150

using ground = await openSeededSite()
const site = await ground.start()
const mix = aMix(site.url, ground)
await sendAtRate(mix, Math.min(50, perSecond), 10)
const hitsBefore = await readCacheHits()
const { answers, unanswered, loaderDelayMs, seconds: took } = await sendAtRate(mix, perSecond, seconds)
const hits = (await readCacheHits()) - hitsBefore
await site.stop()
const lost = await ground.lost(mix.acknowledged)

const failed = answers.filter(({ status }) => status >= 400)
const whats = [...new Set(answers.map(({ what }) => what))].toSorted()
const in99 = (of: readonly { ms: number }[]) =>
  percentile(
    of.map(({ ms }) => ms),
    0.99,
  )
for (const what of whats) {
  const matching = answers.filter((answer) => answer.what === what)
  console.log(`${what.padEnd(10)} ${String(matching.length).padStart(7)}  p99 ${in99(matching).toFixed(1)} ms`)
}
console.log(
  `${answers.length} answers, ${(answers.length / took).toFixed(0)} a second: ${countBy(answers, ({ status }) => String(status))}`,
)
console.log(
  `p99 of all ${in99(answers).toFixed(1)} ms (to stay below ${slowMs}); the loader was late by ${loaderDelayMs.toFixed(0)} ms at most`,
)
const cacheable = answers.filter(({ what }) => what === 'page' || what === 'call').length
console.log(`${((100 * hits) / cacheable).toFixed(1)}% of pages and cards came from the cache (to stay above 95 in ten minutes)`)
console.log(`${mix.acknowledged.length} contacts acknowledged, ${lost.length} lost; ${unanswered.length} without an answer`)
if (failed.length > 0) console.log(`refused: ${countBy(failed, ({ what, status }) => `${what} ${status}`)}`)
process.exitCode = failed.length + unanswered.length + lost.length > 0 || in99(answers) > slowMs ? 1 : 0

async function readCacheHits(): Promise<number> {
  const text = await (await fetch(`${site.url}/metrics`)).text()
  return Number(/^carte_cache_hits_total (\d+)$/m.exec(text)?.[1])
}
