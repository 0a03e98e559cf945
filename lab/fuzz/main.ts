import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { findBinaries } from '#server/database/embedded/binaries.ts'
import { startPostgres } from '../../tests/harness/postgres.ts'
import { chromium } from 'playwright-core'
import { findBrowser, missingBrowser } from '../../tests/harness/find-browser.ts'
import { checkPages, type PageCheck } from './check-pages.ts'
import { growthOf } from './memory.ts'
import { fuzz } from './run.ts'
import { aTarget, type Target } from './target.ts'
import { asCase, printReport } from './print-report.ts'
import type { World } from './world.ts'

const { values } = parseArgs({ options: { requests: { type: 'string' }, seed: { type: 'string' }, minutes: { type: 'string' } } })
const seed = Number(values.seed ?? Date.now() % 2 ** 31)
const requests = Number(values.requests ?? (values.minutes === undefined ? 1_000_000 : Infinity))
const endsAtMs = values.minutes === undefined ? Infinity : performance.now() + Number(values.minutes) * 60_000
console.log(`seed ${seed}`)
const parsersPass = passParsers()

const dataDir = await mkdtemp(join(tmpdir(), 'carte-fuzz-'))
try {
  await using server = await startPostgres(await findBinaries())
  await using target = await aTarget({ databaseUrl: server.address, dataDir, pages: true })
  const startedMs = performance.now()
  let printedCount = 0
  const report = await fuzz(target, {
    requests,
    seed,
    endsAtMs,
    pagesInHundred: 20,
    onProgress(done, { failures }) {
      const rate = Math.round((done * 1000) / (performance.now() - startedMs))
      const residentMb = Math.round(process.memoryUsage().rss / 1024 ** 2)
      console.log(`${done} requests, ${rate} a second, ${failures.length} kinds of failure, ${residentMb} MB resident`)
      // The run is long: print failures at once, so that they can be fixed meanwhile.
      for (const failure of failures.slice(printedCount)) console.log(asCase(failure))
      printedCount = failures.length
    },
  })
  console.log(printReport(report))
  const checked = await checkAllPages(target, report.world)
  process.exitCode = !parsersPass || report.failures.length > 0 || growthOf(report.memory).length > 0 || checked.found.length > 0 ? 1 : 0
} finally {
  await rm(dataDir, { recursive: true, force: true })
}

/** The tests of the parsers and of the providers' answers, with this seed. */
function passParsers(): boolean {
  const words = ['node_modules/vitest/vitest.mjs', 'run', 'lab/fuzz/parsers.test', 'lab/fuzz/providers.test']
  return spawnSync(process.execPath, words, { stdio: 'inherit', env: { ...process.env, FUZZ_SEED: String(seed) } }).status === 0
}

/** Opens the fuzzed pages in a browser. */
async function checkAllPages(target: Target, world: World): Promise<PageCheck> {
  const executablePath = findBrowser()
  if (!executablePath) throw new Error(missingBrowser)
  await using browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] })
  const checked = await checkPages(browser, target, world)
  console.log(
    `${checked.pages} pages opened in a browser, ${checked.withPayload} with payloads: ${checked.found.length} ran or became markup`,
  )
  for (const found of checked.found) console.log(found)
  return checked
}
