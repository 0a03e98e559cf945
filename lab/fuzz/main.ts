import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { findBinaries } from '#server/database/embedded/binaries.ts'
import { startPostgres } from '../../tests/harness/postgres.ts'
import { chromium } from 'playwright-core'
import { findBrowser, missingBrowser } from '../../tests/harness/find-browser.ts'
import { look, type Looked } from './look.ts'
import { growthOf } from './memory.ts'
import { fuzz } from './run.ts'
import { aTarget, type Target } from './target.ts'
import { asCase, tellReport } from './tell-report.ts'
import type { World } from './world.ts'

const { values } = parseArgs({ options: { requests: { type: 'string' }, seed: { type: 'string' }, minutes: { type: 'string' } } })
const seed = Number(values.seed ?? Date.now() % 2 ** 31)
const requests = Number(values.requests ?? (values.minutes === undefined ? 1_000_000 : Infinity))
const endsAtMs = values.minutes === undefined ? Infinity : performance.now() + Number(values.minutes) * 60_000
console.log(`seed ${seed}`)

const dataDir = await mkdtemp(join(tmpdir(), 'carte-fuzz-'))
try {
  await using server = await startPostgres(await findBinaries())
  await using target = await aTarget({ databaseUrl: server.address, dataDir, pages: true })
  const begunMs = performance.now()
  let told = 0
  const report = await fuzz(target, {
    requests,
    seed,
    endsAtMs,
    pagesInHundred: 20,
    hear(done, { failures }) {
      const rate = Math.round((done * 1000) / (performance.now() - begunMs))
      const residentMb = Math.round(process.memoryUsage().rss / 1024 ** 2)
      console.log(`${done} requests, ${rate} a second, ${failures.length} kinds of failure, ${residentMb} MB resident`)
      // The run is long: whoever waits for it may begin to mend.
      for (const failure of failures.slice(told)) console.log(asCase(failure))
      told = failures.length
    },
  })
  console.log(tellReport(report))
  const looked = await lookAtAll(target, report.world)
  process.exitCode = report.failures.length > 0 || growthOf(report.memory).length > 0 || looked.found.length > 0 ? 1 : 0
} finally {
  await rm(dataDir, { recursive: true, force: true })
}

/** What was left behind, in a browser. */
async function lookAtAll(target: Target, world: World): Promise<Looked> {
  const executablePath = findBrowser()
  if (!executablePath) throw new Error(missingBrowser)
  await using browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] })
  const looked = await look(browser, target, world)
  console.log(
    `${looked.pages} pages opened in a browser, ${looked.wordy} with words that would run: ${looked.found.length} ran or became markup`,
  )
  for (const found of looked.found) console.log(found)
  return looked
}
