import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { pictureWidths } from '#contract/constants.ts'
import { startSite } from '../../tests/harness/site.ts'
import { layoutDemos } from '../../tests/samples/layout-demos.ts'

/**
 * Latency of card pages, alone and while hundreds of new image sizes are rendered: cached and rebuilt responses, at a fixed rate,
 * so a slow server doesn't slow the loader down.
 */
const seconds = 6
const perSecond = 60
const rounds = 3
const concurrency = 24
const cards = [...layoutDemos, 'free']
const kinds = ['client-image/:card/ProfileImage', 'background-image/:card/bg/latest/th/latest', 'client-image/:card/ECardImage']
const formats = ['image/avif,image/webp', 'image/webp', 'image/jpeg']
const paths = ['/maren/home', '/api/public/client/maren/v-card/latest', '/remote/api/public/e-card-by-alias/julian']

const figures: { alone: number[]; during: number[]; made: number; refused: number }[] = []
for (let round = 0; round < rounds; round++) {
  const dataDir = mkdtempSync(join(tmpdir(), 'carte-pictures-'))
  try {
    await using site = await startSite({ environment: { DATA_DIR: dataDir, LOG_LEVEL: 'error' } })
    await pace(site.url, 2)
    const alone = await pace(site.url, seconds)
    const storm = startStorm(site.url)
    const during = await pace(site.url, seconds)
    figures.push({ alone, during, ...(await storm.stop()) })
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}
const alone = figures.flatMap((each) => each.alone)
const during = figures.flatMap((each) => each.during)
for (const [name, share] of [
  ['p50', 0.5],
  ['p99', 0.99],
] as const) {
  const [one, other] = [at(alone, share), at(during, share)]
  console.log(
    `pages ${name}, alone / while new sizes are made: ${one.toFixed(1)} / ${other.toFixed(1)} ms, ratio ${(other / one).toFixed(2)}`,
  )
}
const sum = (of: 'made' | 'refused') => figures.reduce((all, each) => all + each[of], 0)
console.log(`sizes made meanwhile: ${(sum('made') / rounds / seconds).toFixed(1)} a second; refused with Retry-After: ${sum('refused')}`)

async function pace(url: string, forSeconds: number): Promise<number[]> {
  const requests: Promise<number>[] = []
  const started = performance.now()
  for (let number = 0; number < forSeconds * perSecond; number++) {
    await wait(Math.max(0, started + (number * 1000) / perSecond - performance.now()))
    requests.push(time(`${url}${paths[number % paths.length]}`))
  }
  return Promise.all(requests)
}

async function time(address: string): Promise<number> {
  const started = performance.now()
  const answer = await fetch(address, { headers: { 'accept-encoding': 'br', 'accept-language': 'en' } })
  await answer.arrayBuffer()
  if (!answer.ok && answer.status !== 429) throw new Error(`${address} answered ${answer.status}`)
  return performance.now() - started
}

/** Requests every size of every image, several at a time. */
function startStorm(url: string) {
  const sizes = cards.flatMap((card) =>
    kinds.flatMap((kind) =>
      pictureWidths.flatMap((width) =>
        formats.map((accept) => ({ address: `${url}/api/public/${kind.replace(':card', card)}/latest?w=${width}`, accept })),
      ),
    ),
  )
  const storm = { made: 0, refused: 0, stopped: false }
  const ask = async () => {
    for (let size = sizes.pop(); size && !storm.stopped; size = sizes.pop()) {
      const answer = await fetch(size.address, { headers: { accept: size.accept } })
      await answer.arrayBuffer()
      if (answer.ok) storm.made++
      else storm.refused++
    }
  }
  const all = Promise.all(Array.from({ length: concurrency }, ask))
  return {
    async stop() {
      const found = { made: storm.made, refused: storm.refused }
      storm.stopped = true
      await all
      return found
    },
  }
}

function at(times: number[], share: number): number {
  const inOrder = times.toSorted((one, other) => one - other)
  return inOrder[Math.floor(inOrder.length * share)] ?? 0
}
