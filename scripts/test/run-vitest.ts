import { existsSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { JsonTestResults } from 'vitest/node'
import type { Outcome } from './report.ts'
import { run } from './run.ts'

/** One Vitest project, counted test by test. */
export async function runVitest(project: string, environment: NodeJS.ProcessEnv = {}): Promise<Outcome> {
  const report = join(tmpdir(), `carte-${project}-${process.pid}.json`)
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${report}`]
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project', project, ...reporters, '--passWithNoTests']
  const { code, said } = await run(process.execPath, vitest, { FORCE_COLOR: process.stdout.isTTY ? '1' : '0', ...environment })

  const counted = existsSync(report) ? (JSON.parse(readFileSync(report, 'utf8')) as JsonTestResults) : null
  rmSync(report, { force: true })
  const { numPassedTests: passed = 0, numFailedTests = 0, numPendingTests = 0, numTodoTests = 0 } = counted ?? {}
  // A file that cannot be loaded has no test to fail, and still is a failure.
  const failed = code === 0 ? numFailedTests : Math.max(1, numFailedTests)
  return { passed, failed, skipped: numPendingTests + numTodoTests, said }
}
