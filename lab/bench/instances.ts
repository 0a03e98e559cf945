import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findBinaries } from '#server/database/embedded/binaries.ts'
import { startPostgres } from '../../tests/harness/postgres.ts'
import { startSite, type Site } from '../../tests/harness/site.ts'
import { connections, loader, press } from './load.ts'
import { phone } from './phone.ts'

/** Presses all of them at the same time, and says how many answers a second came from them together. */
async function pressAll(urls: readonly string[], headers: Record<string, string>, seconds: number): Promise<number> {
  const rates = loader === 'wrk' ? urls.map((url) => withWrk(url, headers, seconds)) : urls.map((url) => alone(url, headers, seconds))
  return (await Promise.all(rates)).reduce((sum, rate) => sum + rate, 0)
}

const alone = async (url: string, headers: Record<string, string>, seconds: number) =>
  (await press(url, headers, seconds)).requestsPerSecond

async function withWrk(url: string, headers: Record<string, string>, seconds: number): Promise<number> {
  const named = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const { stdout } = await promisify(execFile)('wrk', ['-t1', `-c${connections}`, `-d${seconds}s`, ...named, url])
  return Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1])
}

/**
 * One server alone against two at once on one database, turn by turn. What a machine of few cores leaves to the loader it takes from them:
 * so the work of an answer is told, too. Where it stays the same beside another server, two that each have a core give twice as much.
 */
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
  const works: number[] = []
  for (let round = 0; round < rounds; round++) {
    const alone = await pressed([first])
    const both = await pressed([first, second])
    ratios.push(both.aSecond / alone.aSecond)
    works.push(both.workedUs / alone.workedUs)
  }
  tell('two servers to one', ratios)
  tell('processor time of an answer, of two servers to one', works)
  console.log(`${rounds} rounds of ${seconds} s, ${connections} connections each, on ${cpus().length} cores that servers and loader share`)
} finally {
  rmSync(dataDir, { recursive: true, force: true })
}

type Pressed = { aSecond: number; workedUs: number }

async function pressed(sites: readonly Site[]): Promise<Pressed> {
  const worked = () => sites.reduce((sum, { pid }) => sum + processorMs(pid), 0)
  const before = worked()
  const urls = sites.map(({ url }) => `${url}/maren/home`)
  const aSecond = await pressAll(urls, asked, seconds)
  return { aSecond, workedUs: ((worked() - before) * 1000) / (aSecond * seconds) }
}

/** Of all its threads, in the ticks of a hundredth of a second that Linux counts by. */
function processorMs(pid: number): number {
  const [user = 0, system = 0] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ').slice(11, 13).map(Number) ?? []
  return (user + system) * 10
}

function tell(what: string, ratios: readonly number[]) {
  const middle = ratios.toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? Number.NaN
  console.log(`${what}: ${middle.toFixed(2)} (${ratios.map((ratio) => ratio.toFixed(2)).join(' ')})`)
}
