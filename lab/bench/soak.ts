import { setTimeout as wait } from 'node:timers/promises'
import { openSeededSite } from './load/seeded-site.ts'
import { aMix } from './load/mix.ts'
import { sendAtRate } from './load/send-at-rate.ts'
import { memoryOf } from './memory.ts'

/** lab/bench/soak.ts [MINUTES] [A-SECOND]: checks that memory stays flat. An hour by default; ten minutes show a serious leak. */
const minutes = Number(process.argv[2] ?? 60)
const perSecond = Number(process.argv[3] ?? 100)
const everySeconds = 5
/** Caches fill first; only growth after that counts. */
const filling = 0.4
const partsMax = 6
const looksOfPart = 5
const growthMaxMegabytesAnHour = 30

using ground = await openSeededSite()
const site = await ground.start()
const mix = aMix(site.url, ground)
type Sample = { hours: number; heap: number; node: number; postgres: number }
const samples: Sample[] = []
const startedMs = performance.now()
let isOver = false
const over = Promise.withResolvers<void>()
const looking = (async () => {
  while (!isOver) {
    samples.push(await look())
    await Promise.race([wait(everySeconds * 1000), over.promise])
  }
})()
const { answers, unanswered } = await sendAtRate(mix, perSecond, minutes * 60, 1000)
isOver = true
over.resolve()
await looking
await site.stop()

const settled = samples.slice(Math.floor(samples.length * filling))
const parts = Math.min(partsMax, Math.floor(settled.length / looksOfPart))
const lowest = Array.from({ length: parts }, (_, part) => {
  const from = Math.floor((settled.length * part) / parts)
  return settled
    .slice(from, Math.floor((settled.length * (part + 1)) / parts))
    .reduce((least, one) => (one.heap < least.heap ? one : least))
})
const slopes = { heap: slope('heap'), node: slope('node'), postgres: slope('postgres') }
console.log(
  `${answers.length} answers in ${minutes} minutes, ${unanswered.length} without one, ${answers.filter(({ status }) => status >= 400).length} refused`,
)
for (const [what, perHour] of Object.entries(slopes)) {
  const values = (what === 'heap' ? lowest : settled).map((one) => one[what as keyof Sample])
  console.log(`${what.padEnd(9)} ${values[0]?.toFixed(0)} to ${values.at(-1)?.toFixed(0)} MB, ${perHour.toFixed(1)} MB an hour`)
}
process.exitCode = Object.values(slopes).every((perHour) => perHour <= growthMaxMegabytesAnHour) ? 0 : 1

async function look(): Promise<Sample> {
  const text = await (await fetch(`${site.url}/metrics`)).text()
  const megabytes = (name: string) => Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1]) / 1024 / 1024
  const node = megabytes('process_resident_memory_bytes')
  const { sharedFairlyMegabytes } = memoryOf(site.pid)
  const hours = (performance.now() - startedMs) / 3_600_000
  return { hours, heap: megabytes('process_heap_bytes'), node, postgres: sharedFairlyMegabytes - node }
}

/** Growth by least squares, of the lowest value of each interval: the heap rises and falls between garbage collections. */
function slope(what: 'heap' | 'node' | 'postgres'): number {
  const points = what === 'heap' ? lowest : settled
  const mean = (of: (look: Sample) => number) => points.reduce((sum, one) => sum + of(one), 0) / points.length
  const [hours, value] = [mean((one) => one.hours), mean((one) => one[what])]
  const above = points.reduce((sum, one) => sum + (one.hours - hours) * (one[what] - value), 0)
  return above / points.reduce((sum, one) => sum + (one.hours - hours) ** 2, 0)
}
