import { realpathSync } from 'node:fs'
import { findPgBouncer } from '../../tests/harness/pgbouncer.ts'
import { findProgram } from '../../tests/start/proxies.ts'
import { findBrowser, missingBrowser } from '../../tests/harness/find-browser.ts'
import { findCitus, findServerPrograms } from '../../tests/harness/postgres.ts'
import { runAudit } from '../supply/run-audit.ts'
import type { Finding } from '../supply/read-audit.ts'
import { findOldestPostgres } from './find-oldest-postgres.ts'
import type { Outcome } from './report.ts'
import { asOutcome, run } from './run.ts'
import { runVitest, type RunOptions } from './run-vitest.ts'

type Options = { limitMs: number; only?: readonly string[] }
export type Step = {
  name: string
  part: 'quick' | 'units' | 'short' | 'long'
  /** About three times what it takes on two cores. Past it, the step is stopped with all that it started. */
  limitMinutes: number
  /** The Vitest project it runs, for `npm test -- PATTERN`. */
  project?: string
  run(options: Options): Promise<Outcome>
}

/** Cheapest first, so that small mistakes show up early. */
export const steps: Step[] = [
  { name: 'format', part: 'quick', limitMinutes: 1, run: tool('oxfmt', '--check') },
  { name: 'words', part: 'quick', limitMinutes: 1, run: program('scripts/words/check-words.ts') },
  { name: 'lint and types', part: 'quick', limitMinutes: 3, run: tool('oxlint', '--deny-warnings') },
  { name: 'import boundaries', part: 'quick', limitMinutes: 1, ...tests('boundaries') },
  { name: 'units', part: 'units', limitMinutes: 5, ...tests('units') },
  { name: 'slices on PostgreSQL 18, the embedded', part: 'short', limitMinutes: 15, ...tests('slices') },
  { name: 'web build', part: 'short', limitMinutes: 4, run: program('scripts/prepare.mjs', '--build') },
  { name: 'starting and stopping', part: 'short', limitMinutes: 3, ...tests('start') },
  { name: 'size budgets, and journeys in a browser', part: 'short', limitMinutes: 15, ...tests('journeys', runInBrowser) },
  { name: 'known vulnerabilities in what ships', part: 'long', limitMinutes: 2, run: async () => outcomeOfAudit(await runAudit(5)) },
  { name: 'slices on PostgreSQL 15, the oldest', part: 'long', limitMinutes: 12, run: runOnOldest },
  { name: 'a Citus cluster', part: 'long', limitMinutes: 10, ...tests('cluster', runOnCluster) },
  {
    name: 'slices on a Citus cluster',
    part: 'long',
    limitMinutes: 30,
    run: ({ limitMs }) => runOnCluster('slices', { limitMs, only: slicesOnCluster }),
  },
  {
    name: 'main journeys on a Citus cluster',
    part: 'long',
    limitMinutes: 12,
    run: ({ limitMs }) => runOnCluster('journeys', { limitMs, only: journeysOnCluster }, runInBrowser),
  },
  { name: 'slices through PgBouncer', part: 'long', limitMinutes: 4, ...tests('pooled', runPooled) },
  { name: 'long slices on PostgreSQL 18', part: 'long', limitMinutes: 10, ...tests('slices-long') },
  { name: 'kills, full disks, rolling releases', part: 'long', limitMinutes: 25, ...tests('resilience', runResilience) },
  { name: 'long journeys in a browser', part: 'long', limitMinutes: 45, ...tests('journeys-long', runInBrowser) },
  { name: 'what is timed in a browser, alone', part: 'long', limitMinutes: 5, ...tests('journeys-timed', runInBrowser) },
]

/** A program of the project, on this Node. */
function program(...parts: string[]): Step['run'] {
  return async ({ limitMs }) => asOutcome(await run(process.execPath, parts, { limitMs }))
}

/** A tool of node_modules. */
function tool(name: string, ...parts: string[]): Step['run'] {
  return program(realpathSync(`node_modules/.bin/${name}`), ...parts)
}

function tests(project: string, runProject = runVitest): Pick<Step, 'project' | 'run'> {
  return { project, run: (options) => runProject(project, options) }
}

async function runOnOldest({ limitMs }: Options): Promise<Outcome> {
  const oldest = findOldestPostgres()
  if (!oldest)
    return {
      passed: 0,
      failed: 0,
      skipped: 1,
      note: 'skipped: no PostgreSQL 15. Install it, or set DATABASE_URL_15 to a server where databases can be created.',
    }
  // Only folders with SQL; the rest ran on the current version. A cluster of this version runs the short ones.
  const isClusterAsOld = 'TEST_POSTGRES_BINARIES' in oldest && findCitus() === oldest.TEST_POSTGRES_BINARIES
  const files = isClusterAsOld
    ? [
        'server/jobs/jobs.long',
        'server/billing/random-event-order',
        'server/contacts/quarantine',
        ...notOnCluster.filter((path) => !path.startsWith('tests/')),
      ]
    : ['server/', 'cli/']
  return runVitest('slices*', { limitMs, environment: oldest, only: [...files, 'tests/data/', 'tests/upgrades/'] })
}

async function runResilience(project: string, options: RunOptions): Promise<Outcome> {
  const outcome = await runVitest(project, options)
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

async function runInBrowser(project: string, { limitMs, ...options }: RunOptions): Promise<Outcome> {
  const endsAt = performance.now() + limitMs
  const tried = findBrowser() ? '' : await fetchBrowser(endsAt)
  if (!findBrowser()) return { passed: 0, failed: 1, skipped: 0, output: `${missingBrowser}\n\nWhat was tried:\n${tried}` }
  return runVitest(project, { ...options, limitMs: endsAt - performance.now() })
}

/** An unreachable registry skips the step; a severe vulnerability fails it. */
export function outcomeOfAudit({ kind, lines }: Finding): Outcome {
  const output = lines.join('\n')
  if (kind === 'unknown') return { passed: 0, failed: 0, skipped: 1, note: 'not checked: no registry. Try again: `npm run audit`.' }
  if (kind === 'severe') return { passed: 0, failed: 1, skipped: 0, output }
  return { passed: 1, failed: 0, skipped: 0, ...(kind === 'found' ? { note: output } : {}) }
}

/** Installs a browser and its shell: Debian's packages as root, else Playwright's download. Returns the output if it failed. */
async function fetchBrowser(endsAt: number): Promise<string> {
  const isRoot = process.getuid?.() === 0
  const attempt = (command: string, ...parts: string[]) =>
    run(command, parts, { environment: { DEBIAN_FRONTEND: 'noninteractive' }, limitMs: Math.max(1, endsAt - performance.now()) })
  let output = ''
  if (isRoot && (await attempt('apt-get', '--version')).code === 0) {
    await attempt('apt-get', 'update')
    // Ubuntu has no package of the shell.
    for (const packages of [['chromium', 'chromium-headless-shell'], ['chromium']]) {
      output = (await attempt('apt-get', 'install', '-y', '--no-install-recommends', ...packages)).output
      if (findBrowser()) return ''
    }
  }
  const downloader = ['node_modules/playwright-core/cli.js', 'install', 'chromium']
  // As root, with the system libraries it needs.
  const downloaded = await attempt(process.execPath, ...downloader, ...(isRoot ? ['--with-deps'] : []))
  return `${output}\n${downloaded.output}`.trim().split('\n').slice(-8).join('\n')
}

async function runPooled(project: string, options: RunOptions): Promise<Outcome> {
  if (!findPgBouncer())
    return { passed: 0, failed: 0, skipped: 1, note: 'skipped: no PgBouncer. Install it (Debian: apt-get install pgbouncer).' }
  return runVitest(project, { ...options, environment: { TEST_PGBOUNCER: 'transaction' } })
}

async function runOnCluster(project: string, options: RunOptions, runProject = runVitest): Promise<Outcome> {
  const binaries = findCitus()
  if (!binaries)
    return {
      passed: 0,
      failed: 0,
      skipped: 1,
      note: 'skipped: no Citus. Install PostgreSQL 15 or newer with Citus 12 or newer, or set CITUS_BINARIES to its folder of programs.',
    }
  return runProject(project, { ...options, environment: { TEST_CITUS_BINARIES: binaries } })
}

/**
 * Backups restore only into an ordinary database; tests/cluster/backup.test.ts covers them. The others open many databases or run many
 * commands, each slow on a cluster, and their statements run there in other tests.
 */
const notOnCluster = [
  'server/accounts/sign-up/set-up.test.ts',
  'server/backup/',
  'server/database/changes.test.ts',
  'server/database/migrate.test.ts',
  'server/database/pool.test.ts',
  'server/database/storage-owner.test.ts',
  'cli/abuse.long.test.ts',
  'cli/billing.test.ts',
  'cli/commands.long.test.ts',
  'cli/commands.test.ts',
  'cli/commands/releases/',
  'cli/doctor/',
  'cli/s3-storage.long.test.ts',
  'cli/upgrade.test.ts',
  'cli/webhooks.test.ts',
  'tests/http/forged-requests.test.ts',
  'tests/http/owner-in-every-query.test.ts',
  'tests/http/preview.test.ts',
  'tests/privacy/logs.test.ts',
]

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
