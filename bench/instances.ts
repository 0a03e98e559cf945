import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { findBinaries } from '#server/db/embedded/binaries.ts'
import { startPostgres } from '../tests/harness/postgres.ts'
import { startSite } from '../tests/harness/site.ts'
import { connections } from './load.ts'
import { pressAll } from './press-all.ts'
import { phone } from './phone.ts'

/** One server alone against two at once on one database, turn by turn. What a machine of few cores leaves to the loader it takes from them. */
const rounds = Number(process.argv[2] ?? 5)
const seconds = Number(process.argv[3] ?? 3)
const asked = { 'Accept-Encoding': 'br', 'Accept-Language': 'en', 'User-Agent': phone }

const dataDir = mkdtempSync(join(tmpdir(), 'carte-bench-'))
try {
  await using postgres = await startPostgres(await findBinaries())
  const environment = { DATA_DIR: dataDir, DATABASE_URL: postgres.address, LOG_LEVEL: 'warn' }
  await using first = await startSite({ environment, before: ['taskset', '-c', '0'] })
  await using second = await startSite({ environment, before: ['taskset', '-c', '1'] })

  const ratios: number[] = []
  for (let round = 0; round < rounds; round++) {
    const alone = await pressAll([`${first.url}/maren/home`], asked, seconds)
    const both = await pressAll([`${first.url}/maren/home`, `${second.url}/maren/home`], asked, seconds)
    ratios.push(both / alone)
  }
  const middle = ratios.toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? Number.NaN
  console.log(`two servers to one: ${middle.toFixed(2)} (${ratios.map((ratio) => ratio.toFixed(2)).join(' ')})`)
  console.log(`${rounds} rounds of ${seconds} s, ${connections} connections each, on ${cpus().length} cores that servers and loader share`)
} finally {
  rmSync(dataDir, { recursive: true, force: true })
}
