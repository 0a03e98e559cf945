import { execFileSync, spawnSync } from 'node:child_process'
import { rmSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { findBrowser } from '../../tests/harness/find-browser.ts'
import { startSite } from '../../tests/harness/site.ts'
import { weighFetched, weighHtml } from './first-view.ts'
import { connections, hasLatency, loader, runLoad, type Load } from './load.ts'
import { median } from './measure.ts'
import { phone } from './phone.ts'
import { memoryOf } from './memory.ts'
import { compareFirstPaint } from './first-paint.ts'
import { recordResponse } from './record-response.ts'
import { serveBare } from './serve-bare.ts'
import { baseline, serveSameBytes } from './serve-same-bytes.ts'

const file = 'docs/performance.md'
const history = '## History\n'

/** Writes a run under the history of docs/performance.md, newest first. */
function saveFigures(figures: [string, string][]) {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
  const today = new Date().toISOString().slice(0, 10)
  const machine = `${cpus().length} cores, ${cpus()[0]?.model.trim() ?? 'unknown'}, Node ${process.versions.node}`
  const rows = figures.map(([name, value]) => `| ${name} | ${value} |`)
  const entry = [`### ${today}, after ${commit} (${machine})\n`, '| what | figure |', '|---|---|', ...rows, ''].join('\n')
  writeFileSync(
    file,
    readFileSync(file, 'utf8').replace(history, () => `${history}\n${entry}`),
  )
}

const rounds = 7
const secondsPerRound = 3
const core = ['taskset', '-c', '0']
const requestHeaders = { 'Accept-Encoding': 'br', 'Accept-Language': 'en', 'User-Agent': phone }
const pages = { 'card page': '/maren/home', 'e-card-by-alias': '/remote/api/public/e-card-by-alias/maren' }

/** What needs no bare server beside it: an uncached page, calls, and an owner's pages with 10,000 contacts a card. */
const others = [['uncached.ts'], ['paths.ts'], ['owner.ts', '100000', '100000']] as const

const dataDir = mkdtempSync(join(tmpdir(), 'carte-bench-'))
const environment = { DATA_DIR: dataDir }
try {
  const firstStart = await timeStart()
  const secondStart = await timeStart()
  await using site = await startSite({ environment, before: core })
  const html = await weighHtml(site.url + pages['card page'])
  const atRest = memoryOf(site.pid)
  const ratios = await compare(site.url)
  const result = memoryOf(site.pid)
  const browser = findBrowser()
  const fetched = browser && (await weighFetched(browser, site.url + pages['card page']))

  const painted = browser && (await compareFirstPaint(browser, site.url + pages['card page']))
  await site.stop()

  const figures: [string, string][] = [
    ['first start (creates the database and the demo) to first card served', `${firstStart.toFixed(2)} s`],
    ['second start to first card served', `${secondStart.toFixed(2)} s`],
    ['memory after start, Node + PostgreSQL: resident / shared pages counted once', megabytes(atRest)],
    ['memory after the load test below', megabytes(result)],
    ...ratios,
    await compareLogged(),
    ['card page on a phone: headers and HTML as sent / styles alone, uncompressed', `${kilobytes(html.sent)} / ${kilobytes(html.styles)}`],
    [
      'fonts / images / deferred scripts that a phone downloads',
      fetched ? `${kilobytes(fetched.fonts)} / ${kilobytes(fetched.pictures)} / ${kilobytes(fetched.scripts)}` : 'no browser found',
    ],
    [
      'slow 4G, 4x slower CPU: first / largest paint relative to static files without scripts',
      painted
        ? `${painted.first.toFixed(2)} / ${painted.largest.toFixed(2)} (${Math.round(painted.carte.first)} / ${Math.round(painted.carte.largest)} ms)`
        : 'no browser found',
    ],
    ...others.flatMap(runOther),
  ]
  for (const [name, value] of figures) console.log(`${name.padEnd(82)} ${value}`)
  console.log(
    `\nratios: ${rounds} interleaved rounds of ${secondsPerRound} s, ${connections} connections, ${loader}, one core each; compared with ${baseline} serving the same bytes`,
  )
  if (process.argv.includes('--keep')) saveFigures(figures)
} finally {
  rmSync(dataDir, { recursive: true, force: true })
}

/** Time from the command to the last byte of the first card; then the server is stopped. */
async function timeStart(): Promise<number> {
  const started = performance.now()
  await using site = await startSite({ environment })
  await (await fetch(`${site.url}${pages['card page']}`)).arrayBuffer()
  return (performance.now() - started) / 1000
}

/** All servers on the same core, in turns, so that other load affects them equally. */
async function compare(url: string): Promise<[string, string][]> {
  const recorded = await Promise.all(Object.values(pages).map((path) => recordCached(url, path)))
  using still = await serveSameBytes(recorded, core)
  using bare = await serveBare(recorded, core)
  const found: [string, string][] = []
  for (const { path, headers } of recorded) {
    const name = Object.entries(pages).find(([, one]) => one === path)?.[0] ?? path
    found.push(
      await race(name, path, { carte: [url, requestHeaders], still: [still.url, requestHeaders], bare: [bare.url, requestHeaders] }),
    )
    const conditional = async (from: string) => ({
      ...requestHeaders,
      'If-None-Match': from === still.url ? await etagOf(from + path) : (headers.etag ?? ''),
    })
    const askers = {
      carte: [url, await conditional(url)],
      still: [still.url, await conditional(still.url)],
      bare: [bare.url, await conditional(bare.url)],
    } as const
    found.push(await race(`${name}, 304`, path, askers))
  }
  return found
}

/** The bytes that most requests get: an answer that is requested again is compressed better. */
async function recordCached(url: string, path: string) {
  for (let time = 0; time < 2; time++) await recordResponse(url, path, requestHeaders)
  await wait(1000)
  return recordResponse(url, path, requestHeaders)
}

/** With a line in the log for every answer, which goes nowhere. */
async function compareLogged(): Promise<[string, string]> {
  const before = ['sh', '-c', 'exec "$@" > /dev/null', 'sh', ...core]
  await using site = await startSite({ environment: { ...environment, LOG_ANSWERS: 'all' }, before })
  const path = pages['card page']
  const recorded = [await recordCached(site.url, path)]
  using still = await serveSameBytes(recorded, core)
  using bare = await serveBare(recorded, core)
  const askers = { carte: [site.url, requestHeaders], still: [still.url, requestHeaders], bare: [bare.url, requestHeaders] } as const
  return await race('card page, every answer logged', path, askers)
}

/** A benchmark with a database of its own. Its lines have a name and a value, apart. One that fails leaves the other figures. */
function runOther([file = '', ...args]: readonly string[]): [string, string][] {
  const { stdout, status } = spawnSync(process.execPath, [`lab/bench/${file}`, ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (status !== 0) {
    process.exitCode = 1
    return [[`lab/bench/${file}`, 'failed']]
  }
  return stdout.split('\n').flatMap((line): [string, string][] => {
    const [, name, value] = /^(\S.*?) {2,}(\S.*)$/.exec(line) ?? []
    return name && value ? [[name, value]] : []
  })
}

type Asker = readonly [url: string, headers: Record<string, string>]

async function race(
  name: string,
  path: string,
  { carte, still, bare }: Record<'carte' | 'still' | 'bare', Asker>,
): Promise<[string, string]> {
  const turns: Record<'carte' | 'still' | 'bare', Load>[] = []
  const turn = ([url, headers]: Asker) => runLoad(url + path, headers, secondsPerRound)
  for (let round = 0; round < rounds; round++) turns.push({ carte: await turn(carte), still: await turn(still), bare: await turn(bare) })
  type Whose = keyof (typeof turns)[number]
  const ratio = (read: (load: Load) => number, to: Whose) => median(turns.map((all) => read(all.carte) / read(all[to]))).toFixed(2)
  const speed = ({ requestsPerSecond }: Load) => requestsPerSecond
  const slow = ({ slow99Milliseconds }: Load) => slow99Milliseconds ?? Number.NaN
  const perSecond = Math.round(median(turns.map(({ carte }) => carte.requestsPerSecond))).toLocaleString('en')
  return [
    `${name}: requests per second relative to a bare Node server / ${baseline}`,
    `${ratio(speed, 'bare')} / ${ratio(speed, 'still')} (${perSecond} per second; p99 ${hasLatency ? `relative: ${ratio(slow, 'bare')} / ${ratio(slow, 'still')}` : 'not measured without wrk'})`,
  ]
}

/** The ETag that a file server computes. */
async function etagOf(url: string): Promise<string> {
  const answer = await fetch(url, { headers: requestHeaders })
  await answer.arrayBuffer()
  return answer.headers.get('etag')?.split(', ').at(0) ?? ''
}

function megabytes({ residentMegabytes, sharedFairlyMegabytes, processes }: ReturnType<typeof memoryOf>): string {
  return `${Math.round(residentMegabytes)} / ${Math.round(sharedFairlyMegabytes)} MB (${processes} processes)`
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1024).toFixed(1)} KB`
}
