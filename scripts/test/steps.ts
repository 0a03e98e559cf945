import { findBrowser, missingBrowser } from '../../tests/harness/find-browser.ts'
import { askRegistry } from '../supply/ask-registry.ts'
import type { Finding } from '../supply/read-audit.ts'
import { findFloor } from './find-floor.ts'
import type { Outcome } from './report.ts'
import { asOutcome, run, tool } from './run.ts'
import { runVitest } from './run-vitest.ts'

export type Step = { name: string; part: 'check' | 'short' | 'long'; run(): Promise<Outcome> }

/** Cheapest first, so that a small slip is heard of soon. */
export const steps: Step[] = [
  { name: 'format', part: 'check', run: async () => asOutcome(await tool('oxfmt', '--check')) },
  { name: 'lint', part: 'check', run: async () => asOutcome(await tool('oxlint', '--deny-warnings')) },
  { name: 'types', part: 'check', run: async () => asOutcome(await tool('tsc', '--noEmit', '-p', '.')) },
  { name: 'import boundaries', part: 'check', run: () => runVitest('boundaries') },
  { name: 'units', part: 'check', run: () => runVitest('units') },
  { name: 'slices on PostgreSQL 18, the embedded', part: 'short', run: () => runVitest('slices') },
  { name: 'web build', part: 'short', run: async () => asOutcome(await run(process.execPath, ['scripts/prepare.mjs', '--build'])) },
  { name: 'starting and stopping', part: 'short', run: () => runVitest('start') },
  { name: 'size budgets', part: 'short', run: () => runVitest('budgets') },
  { name: 'journeys in a browser', part: 'short', run: () => runInBrowser('journeys') },
  { name: 'known vulnerabilities in what ships', part: 'long', run: async () => outcomeOfAudit(await askRegistry(5)) },
  { name: 'slices on PostgreSQL 15, the oldest', part: 'long', run: runOnOldest },
  { name: 'long slices on PostgreSQL 18', part: 'long', run: () => runVitest('slices-long') },
  { name: 'kills, full disks, rolling releases', part: 'long', run: () => runVitest('resilience') },
  { name: 'long journeys in a browser', part: 'long', run: () => runInBrowser('journeys-long') },
  { name: 'what is timed in a browser, alone', part: 'long', run: () => runInBrowser('journeys-timed') },
]

async function runOnOldest(): Promise<Outcome> {
  const floor = findFloor()
  if (!floor)
    return {
      passed: 0,
      failed: 0,
      skipped: 1,
      note: 'left out: no PostgreSQL 15 here. Install it, or name one that may make databases with DATABASE_URL_15.',
    }
  // Where statements are written; what only passes through them was heard on the other.
  return runVitest('slices*', floor, ['server/', 'cli/', 'tests/data/'])
}

async function runInBrowser(project: string): Promise<Outcome> {
  const tried = findBrowser() ? '' : await fetchBrowser()
  if (!findBrowser()) return { passed: 0, failed: 1, skipped: 0, said: `${missingBrowser}\n\nWhat was tried:\n${tried}` }
  return runVitest(project)
}

/** A network that is away is nobody's fault here; what is known to be grave is. */
export function outcomeOfAudit({ kind, lines }: Finding): Outcome {
  const said = lines.join('\n')
  if (kind === 'unknown') return { passed: 0, failed: 0, skipped: 1, note: 'not asked: no registry. `npm run audit` asks again.' }
  if (kind === 'grave') return { passed: 0, failed: 1, skipped: 0, said }
  return { passed: 1, failed: 0, skipped: 0, ...(kind === 'found' ? { note: said } : {}) }
}

/** Brings a browser to a machine without one: Debian's package where we may install it, else the test library's own download. Says what went wrong. */
async function fetchBrowser(): Promise<string> {
  const isRoot = process.getuid?.() === 0
  let said = ''
  if (isRoot && (await run('apt-get', ['--version'])).code === 0) {
    const quietly = { DEBIAN_FRONTEND: 'noninteractive' }
    await run('apt-get', ['update'], quietly)
    said = (await run('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], quietly)).said
    if (findBrowser()) return ''
  }
  const downloader = ['node_modules/playwright-core/cli.js', 'install', 'chromium-headless-shell']
  // With the system libraries it needs, where we may install them.
  const downloaded = await run(process.execPath, isRoot ? [...downloader, '--with-deps'] : downloader)
  return `${said}\n${downloaded.said}`.trim().split('\n').slice(-8).join('\n')
}
