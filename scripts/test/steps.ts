import { findBrowser, missingBrowser } from '../../tests/harness/find-browser.ts'
import { askRegistry } from '../supply/ask-registry.ts'
import { outcomeOfAudit } from './audit-step.ts'
import { fetchBrowser } from './fetch-browser.ts'
import { findFloor } from './find-floor.ts'
import type { Outcome } from './report.ts'
import { asOutcome, run, tool } from './run.ts'
import { runVitest } from './run-vitest.ts'

export type Step = { name: string; isFast?: true; run(): Promise<Outcome> }

/** Cheapest first, so that a small slip is heard of soon. */
export const steps: Step[] = [
  { name: 'format', isFast: true, run: async () => asOutcome(await tool('oxfmt', '--check')) },
  { name: 'lint', isFast: true, run: async () => asOutcome(await tool('oxlint', '--deny-warnings')) },
  { name: 'types', isFast: true, run: async () => asOutcome(await tool('tsc', '--noEmit', '-p', '.')) },
  { name: 'import boundaries', isFast: true, run: () => runVitest('boundaries') },
  { name: 'units', isFast: true, run: () => runVitest('units') },
  { name: 'known faults in what ships', run: async () => outcomeOfAudit(await askRegistry(5)) },
  { name: 'slices on PostgreSQL 18, the embedded', run: () => runVitest('slices') },
  { name: 'slices on PostgreSQL 15, the floor', run: runOnFloor },
  { name: 'web build', run: async () => asOutcome(await run(process.execPath, ['scripts/prepare.mjs', '--build'])) },
  { name: 'starting and stopping', run: () => runVitest('start') },
  { name: 'size budgets', run: () => runVitest('budgets') },
  { name: 'journeys in a browser', run: () => runInBrowser('journeys') },
  { name: 'journeys against the clock', run: () => runInBrowser('timed') },
]

async function runOnFloor(): Promise<Outcome> {
  const floor = findFloor()
  if (!floor)
    return {
      passed: 0,
      failed: 0,
      skipped: 1,
      note: 'left out: no PostgreSQL 15 here. Install it, or name one that may make databases with DATABASE_URL_15.',
    }
  // Where statements are written; what only passes through them was heard on the other.
  return runVitest('slices', floor, ['server/', 'operator/', 'tests/data/'])
}

async function runInBrowser(project: string): Promise<Outcome> {
  const tried = findBrowser() ? '' : await fetchBrowser()
  if (!findBrowser()) return { passed: 0, failed: 1, skipped: 0, said: `${missingBrowser}\n\nWhat was tried:\n${tried}` }
  return runVitest(project)
}
