import { existsSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { JsonTestResults } from 'vitest/node'
import type { Outcome } from './report.ts'
import { run } from './run.ts'

/** Runs a Vitest project (or a pattern of them), optionally only files below some folders. */
export async function runVitest(project: string, environment: NodeJS.ProcessEnv = {}, below: readonly string[] = []): Promise<Outcome> {
  const report = join(tmpdir(), `carte-${project.replace('*', '')}-${process.pid}.json`)
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${report}`]
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', ...below, '--project', project, ...reporters, '--passWithNoTests']
  const { code, output } = await run(process.execPath, vitest, { FORCE_COLOR: process.stdout.isTTY ? '1' : '0', ...environment })

  const counted = existsSync(report) ? (JSON.parse(readFileSync(report, 'utf8')) as JsonTestResults) : null
  rmSync(report, { force: true })
  const { numPassedTests: passed = 0, numFailedTests = 0, numPendingTests = 0, numTodoTests = 0 } = counted ?? {}
  // A file that fails to load has no failed test but is a failure.
  const failed = code === 0 ? numFailedTests : Math.max(1, numFailedTests)
  const failures = counted?.testResults.flatMap(failuresOf) ?? []
  return { passed, failed, skipped: numPendingTests + numTodoTests, output: withoutDots(output), failures }
}

function failuresOf({ name, message, assertionResults }: JsonTestResults['testResults'][number]): string[] {
  const file = relative(process.cwd(), name)
  const tests = assertionResults.filter(({ status }) => status === 'failed')
  if (tests.length === 0) return message ? [`${file}: ${firstLine(message)}`] : []
  return tests.map(({ fullName, failureMessages }) => {
    const text = stripVTControlCharacters(failureMessages?.[0] ?? '')
    const line = text.split(`${file}:`)[1]?.match(/^\d+/)?.[0]
    const waitedFor = text.match(/waiting for .*/)?.[0]
    return [`${file}${line ? `:${line}` : ''} > ${fullName}: ${firstLine(text)}`, waitedFor].filter(Boolean).join(' ')
  })
}

const firstLine = (text: string) => text.slice(0, 300).split('\n', 1)[0] ?? ''

/** Removes the progress dots from the output. */
const withoutDots = (output: string) =>
  output
    .split('\n')
    .filter((line) => !/^[·x\-*\s]+$/.test(stripVTControlCharacters(line)) || line === '')
    .join('\n')
