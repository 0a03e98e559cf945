import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findBinaries } from '#server/database/embedded/binaries.ts'
import { startPostgres } from '../../tests/harness/postgres.ts'
import { startSite, type Site } from '../../tests/harness/site.ts'
import { connections, loader, runLoad } from './load.ts'
import { phone } from './phone.ts'

/** Loads all servers at the same time; returns the total responses per second. */
async function loadAll(urls: readonly string[], headers: Record<string, string>, seconds: number): Promise<number> {
  const rates = loader === 'wrk' ? urls.map((url) => withWrk(url, headers, seconds)) : urls.map((url) => alone(url, headers, seconds))
  return (await Promise.all(rates)).reduce((sum, rate) => sum + rate, 0)
}

const alone = async (url: string, headers: Record<string, string>, seconds: number) =>
  (await runLoad(url, headers, seconds)).requestsPerSecond

async function withWrk(url: string, headers: Record<string, string>, seconds: number): Promise<number> {
  const named = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const { stdout } = await promisify(execFile)('wrk', ['-t1', `-c${connections}`, `-d${seconds}s`, ...named, url])
  return Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1])
}

/**
 * One server compared with two on one database, interleaved. On few cores the loader takes CPU from the servers, so CPU time per response
 * is printed too: if it stays the same with a second server, two servers with a core each serve twice as much.
 */
const rounds = Number(process.argv[2] ?? 5)
const seconds = Number(process.argv[3] ?? 3)
const requestHeaders = { 'Accept-Encoding': 'br', 'Accept-Language': 'en', 'User-Agent': phone }

const dataDir = mkdtempSync(join(tmpdir(), 'carte-bench-'))
try {
  await using postgres = await startPostgres(await findBinaries())
  const environment = { DATA_DIR: dataDir, DATABASE_URL: postgres.address, LOG_LEVEL: 'warn' }
  await using first = await startSite({ environment, before: ['taskset', '-c', '0'] })
  await using second = await startSite({ environment, before: ['taskset', '-c', '1'] })

  const ratios: number[] = []
  const works: number[] = []
  for (let round = 0; round < rounds; round++) {
    const alone = await result([first])
    const both = await result([first, second])
    ratios.push(both.aSecond / alone.aSecond)
    works.push(both.workedUs / alone.workedUs)
  }
  print('two servers to one', ratios)
  print('processor time of an answer, of two servers to one', works)
  console.log(`${rounds} rounds of ${seconds} s, ${connections} connections each, on ${cpus().length} cores that servers and loader share`)
} finally {
  rmSync(dataDir, { recursive: true, force: true })
}

type LoadResult = { aSecond: number; workedUs: number }

async function result(sites: readonly Site[]): Promise<LoadResult> {
  const worked = () => sites.reduce((sum, { pid }) => sum + processorMs(pid), 0)
  const before = worked()
  const urls = sites.map(({ url }) => `${url}/maren/home`)
  const aSecond = await loadAll(urls, requestHeaders, seconds)
  return { aSecond, workedUs: ((worked() - before) * 1000) / (aSecond * seconds) }
}

/** CPU time of all threads, in Linux clock ticks of 10 ms. */
function processorMs(pid: number): number {
  const [user = 0, system = 0] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ').slice(11, 13).map(Number) ?? []
  return (user + system) * 10
}

function print(what: string, ratios: readonly number[]) {
  const middle = ratios.toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? Number.NaN
  console.log(`${what}: ${middle.toFixed(2)} (${ratios.map((ratio) => ratio.toFixed(2)).join(' ')})`)
}
