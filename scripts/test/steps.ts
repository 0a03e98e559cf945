import { findPgBouncer } from '../../tests/harness/pgbouncer.ts'
import { findProgram } from '../../tests/start/proxies.ts'
import { findBrowser, missingBrowser } from '../../tests/harness/find-browser.ts'
import { findCitus, findServerPrograms } from '../../tests/harness/postgres.ts'
import { runAudit } from '../supply/run-audit.ts'
import type { Finding } from '../supply/read-audit.ts'
import { findOldestPostgres } from './find-oldest-postgres.ts'
import type { Outcome } from './report.ts'
import { asOutcome, run, tool } from './run.ts'
import { runVitest } from './run-vitest.ts'

export type Step = { name: string; part: 'check' | 'short' | 'long'; run(): Promise<Outcome> }

/** Cheapest first, so that small mistakes show up early. */
export const steps: Step[] = [
  { name: 'format', part: 'check', run: async () => asOutcome(await tool('oxfmt', '--check')) },
  { name: 'lint', part: 'check', run: async () => asOutcome(await tool('oxlint', '--deny-warnings')) },
  { name: 'words', part: 'check', run: async () => asOutcome(await run(process.execPath, ['scripts/words/check-words.ts'])) },
  { name: 'types', part: 'check', run: async () => asOutcome(await tool('tsc', '--noEmit', '-p', '.')) },
  { name: 'import boundaries', part: 'check', run: () => runVitest('boundaries') },
  { name: 'units', part: 'check', run: () => runVitest('units') },
  { name: 'slices on PostgreSQL 18, the embedded', part: 'short', run: () => runVitest('slices') },
  { name: 'web build', part: 'short', run: async () => asOutcome(await run(process.execPath, ['scripts/prepare.mjs', '--build'])) },
  { name: 'starting and stopping', part: 'short', run: () => runVitest('start') },
  { name: 'size budgets', part: 'short', run: () => runVitest('budgets') },
  { name: 'journeys in a browser', part: 'short', run: () => runInBrowser('journeys') },
  { name: 'known vulnerabilities in what ships', part: 'long', run: async () => outcomeOfAudit(await runAudit(5)) },
  { name: 'slices on PostgreSQL 15, the oldest', part: 'long', run: runOnOldest },
  { name: 'a Citus cluster', part: 'long', run: () => runOnCluster('cluster') },
  { name: 'slices on a Citus cluster', part: 'long', run: () => runOnCluster('slices', slicesOnCluster) },
  { name: 'main journeys on a Citus cluster', part: 'long', run: () => runOnCluster('journeys', journeysOnCluster, runInBrowser) },
  { name: 'slices through PgBouncer', part: 'long', run: runPooled },
  { name: 'long slices on PostgreSQL 18', part: 'long', run: () => runVitest('slices-long') },
  { name: 'kills, full disks, rolling releases', part: 'long', run: runResilience },
  { name: 'long journeys in a browser', part: 'long', run: () => runInBrowser('journeys-long') },
  { name: 'what is timed in a browser, alone', part: 'long', run: () => runInBrowser('journeys-timed') },
]

async function runOnOldest(): Promise<Outcome> {
  const oldest = findOldestPostgres()
  if (!oldest)
    return {
      passed: 0,
      failed: 0,
      skipped: 1,
      note: 'skipped: no PostgreSQL 15. Install it, or set DATABASE_URL_15 to a server where databases can be created.',
    }
  // Only folders with SQL; the rest ran on the current version. A cluster of this version runs most of them again.
  const isClusterAsOld = 'TEST_POSTGRES_BINARIES' in oldest && findCitus() === oldest.TEST_POSTGRES_BINARIES
  const files = isClusterAsOld ? ['.long.test.ts', ...notOnCluster] : ['server/', 'cli/']
  return runVitest('slices*', oldest, [...files, 'tests/data/'])
}

async function runResilience(): Promise<Outcome> {
  const outcome = await runVitest('resilience')
  const missing = ['caddy', 'nginx', 'systemd-analyze'].filter((name) => !findProgram(name))
  const notes = [
    ...(findServerPrograms() ? [] : ['skipped: failover of a database. Install Debian’s package postgresql, 15 or newer.']),
    ...(missing.length > 0
      ? [`skipped: recipes of ${missing.join(', ')}. Install them (Debian: apt-get install caddy nginx systemd).`]
      : []),
    'skipped: the recipes of Traefik and Docker are only read, not run.',
  ]
  return { ...outcome, note: notes.join('\n') }
}

async function runInBrowser(project: string, environment?: NodeJS.ProcessEnv, below?: readonly string[]): Promise<Outcome> {
  const tried = findBrowser() ? '' : await fetchBrowser()
  if (!findBrowser()) return { passed: 0, failed: 1, skipped: 0, output: `${missingBrowser}\n\nWhat was tried:\n${tried}` }
  return runVitest(project, environment, below)
}

/** An unreachable registry skips the step; a severe vulnerability fails it. */
export function outcomeOfAudit({ kind, lines }: Finding): Outcome {
  const output = lines.join('\n')
  if (kind === 'unknown') return { passed: 0, failed: 0, skipped: 1, note: 'not checked: no registry. Try again: `npm run audit`.' }
  if (kind === 'severe') return { passed: 0, failed: 1, skipped: 0, output }
  return { passed: 1, failed: 0, skipped: 0, ...(kind === 'found' ? { note: output } : {}) }
}

/** Installs a browser: Debian's package as root, else Playwright's download. Returns the output if it failed. */
async function fetchBrowser(): Promise<string> {
  const isRoot = process.getuid?.() === 0
  let output = ''
  if (isRoot && (await run('apt-get', ['--version'])).code === 0) {
    const quietly = { DEBIAN_FRONTEND: 'noninteractive' }
    await run('apt-get', ['update'], quietly)
    output = (await run('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], quietly)).output
    if (findBrowser()) return ''
  }
  const downloader = ['node_modules/playwright-core/cli.js', 'install', 'chromium-headless-shell']
  // As root, with the system libraries it needs.
  const downloaded = await run(process.execPath, isRoot ? [...downloader, '--with-deps'] : downloader)
  return `${output}\n${downloaded.output}`.trim().split('\n').slice(-8).join('\n')
}

async function runPooled(): Promise<Outcome> {
  if (!findPgBouncer())
    return { passed: 0, failed: 0, skipped: 1, note: 'skipped: no PgBouncer. Install it (Debian: apt-get install pgbouncer).' }
  return runVitest('pooled', { TEST_PGBOUNCER: 'transaction' })
}

async function runOnCluster(project: string, below: readonly string[] = [], runProject = runVitest): Promise<Outcome> {
  const binaries = findCitus()
  if (!binaries)
    return {
      passed: 0,
      failed: 0,
      skipped: 1,
      note: 'skipped: no Citus. Install PostgreSQL 15 or newer with Citus 12 or newer, or set CITUS_BINARIES to its folder of programs.',
    }
  return runProject(project, { TEST_CITUS_BINARIES: binaries }, below)
}

/** Backups are restored into an ordinary database only; tests/cluster/backup.test.ts does. */
const notOnCluster = ['server/backup/', 'cli/s3-storage.test.ts']

/** Folders with SQL. The plan of every statement of their requests is read. A few single tests are skipped with `isCluster`. */
const slicesOnCluster = [
  'server/',
  'cli/',
  'tests/faults/',
  'tests/http/',
  'tests/privacy/',
  ...notOnCluster.map((path) => `--exclude=${path.replace(/\/$/, '/**')}`),
]

/** From sign-up to a published card, its visitors, and what the owner and the administrator see of them. */
const journeysOnCluster = ['sign-up', 'capture', 'my-contacts', 'analytics', 'admin'].map((name) => `tests/journeys/${name}.test`)
