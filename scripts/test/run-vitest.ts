import { existsSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { JsonTestResults } from 'vitest/node'
import type { Outcome } from './report.ts'
import { run } from './run.ts'

/** One Vitest project (or those of a pattern), or only its files below some folders, counted test by test. */
export async function runVitest(project: string, environment: NodeJS.ProcessEnv = {}, below: readonly string[] = []): Promise<Outcome> {
  const report = join(tmpdir(), `carte-${project.replace('*', '')}-${process.pid}.json`)
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${report}`]
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', ...below, '--project', project, ...reporters, '--passWithNoTests']
  const { code, said } = await run(process.execPath, vitest, { FORCE_COLOR: process.stdout.isTTY ? '1' : '0', ...environment })

  const counted = existsSync(report) ? (JSON.parse(readFileSync(report, 'utf8')) as JsonTestResults) : null
  rmSync(report, { force: true })
  const { numPassedTests: passed = 0, numFailedTests = 0, numPendingTests = 0, numTodoTests = 0 } = counted ?? {}
  // A file that cannot be loaded has no test to fail, and still is a failure.
  const failed = code === 0 ? numFailedTests : Math.max(1, numFailedTests)
  const failures = counted?.testResults.flatMap(failuresOf) ?? []
  return { passed, failed, skipped: numPendingTests + numTodoTests, said: withoutDots(said), failures }
}

function failuresOf({ name, message, assertionResults }: JsonTestResults['testResults'][number]): string[] {
  const file = relative(process.cwd(), name)
  const tests = assertionResults.filter(({ status }) => status === 'failed')
  if (tests.length === 0) return message ? [`${file}: ${firstLine(message)}`] : []
  return tests.map(({ fullName, failureMessages }) => `${file} > ${fullName}: ${firstLine(failureMessages?.[0] ?? '')}`)
}

const firstLine = (text: string) => text.slice(0, 300).split('\n', 1)[0] ?? ''

/** A dot for each test is company while it runs, and in the way of what went wrong. */
const withoutDots = (said: string) =>
  said
    .split('\n')
    .filter((line) => !/^[·x\-*\s]+$/.test(stripVTControlCharacters(line)) || line === '')
    .join('\n')
