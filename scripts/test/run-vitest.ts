import { styleText, stripVTControlCharacters } from 'node:util'
import type { Outcome } from './report.ts'
import { outsideTests, type Progress } from './progress-reporter.ts'
import { run } from './run.ts'

export type RunOptions = {
  limitMs: number
  environment?: NodeJS.ProcessEnv
  /** Only files whose path contains one of these; other options of Vitest too. */
  only?: readonly string[]
}
type FileResult = { passed: number; failed: number; skipped: number; failures: string[] }
type Run = { files: Map<string, FileResult>; output: string; isOverdue: boolean; crash: string | null }

/** More files than this in one run do not fail by luck. */
export const flakyFilesMax = 3

/** One failure is enough here: a leak or a lost write that was seen once is real. */
const neverRunAgain =
  /^tests\/(http\/(isolation|owner-|forged-requests)|journeys\/(form-ownership|private-pages)|start\/(kill|backup-under-load))/

/** Runs a Vitest project (or a pattern of them). Files that failed run once more, each alone. */
export async function runVitest(project: string, { limitMs, ...options }: RunOptions): Promise<Outcome> {
  const endsAt = performance.now() + limitMs
  const first = await runOnce(project, { ...options, limitMs })
  const failed = [...first.files].filter(([, { failures }]) => failures.length > 0).map(([file]) => file)
  const isWorthIt = failed.length <= flakyFilesMax && !failed.some((file) => file === outsideTests || neverRunAgain.test(file))
  if (first.crash || !isWorthIt) return outcomeOf(first)

  const flaky: string[] = []
  for (const file of failed) {
    console.log(`    Again, alone: ${file}`)
    const again = await runOnce(project, { ...options, limitMs: endsAt - performance.now(), only: [file] })
    const result = again.files.get(file)
    if (!result || result.failures.length > 0) continue
    flaky.push(...(first.files.get(file)?.failures.slice(0, 1) ?? []))
    first.files.set(file, result)
  }
  return { ...outcomeOf(first), flaky }
}

function outcomeOf({ files, output, isOverdue, crash }: Run): Outcome {
  const results = [...files.values()]
  const sum = (count: 'passed' | 'failed' | 'skipped') => results.reduce((total, result) => total + result[count], 0)
  const failures = [...results.flatMap((result) => result.failures), ...(crash ? [crash] : [])]
  // A file that does not load, a failed hook or a crash is a failure without a failed test.
  const failed = Math.max(sum('failed'), failures.length, isOverdue ? 1 : 0)
  return { passed: sum('passed'), failed, skipped: sum('skipped'), output, failures }
}

async function runOnce(project: string, { limitMs, environment, only = [] }: RunOptions): Promise<Run> {
  const files = new Map<string, FileResult>()
  const runningTests = new Set<string>()
  const runningFiles = new Set<string>()
  const resultOf = (file: string) => {
    const result = files.get(file) ?? { passed: 0, failed: 0, skipped: 0, failures: [] }
    files.set(file, result)
    return result
  }
  const read = (progress: Progress) => {
    const { file } = progress
    if (progress.kind === 'file-started') runningFiles.add(file)
    if (progress.kind === 'test-started') runningTests.add(`${file} > ${progress.name}`)
    if (progress.kind === 'failure') resultOf(file).failures.push(describeFailure(progress))
    if (progress.kind === 'test-ended') {
      runningTests.delete(`${file} > ${progress.name}`)
      resultOf(file)[progress.state]++
    }
    if (progress.kind === 'file-ended') {
      runningFiles.delete(file)
      console.log(fileLine(progress, resultOf(file)))
    }
  }

  const reporters = ['--reporter=dot', '--reporter=./scripts/test/progress-reporter.ts']
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', ...only, '--project', project, '--passWithNoTests', ...reporters]
  const { code, output, isOverdue } = await run(process.execPath, vitest, {
    environment: { FORCE_COLOR: process.stdout.isTTY ? '1' : '0', ...environment },
    limitMs,
    onLine: (line) => read(JSON.parse(line) as Progress),
  })

  const running = runningTests.size > 0 ? runningTests : runningFiles
  const isClean = code === 0 || [...files.values()].some(({ failures }) => failures.length > 0)
  const crash = isOverdue
    ? `${[...running].join(', ') || `${project}, before or after its tests`}: still running at the limit of its step`
    : isClean
      ? null
      : `${project}: ended with code ${code}: ${lastLine(output)}`
  return { files, output: withoutDots(output), isOverdue, crash }
}

function fileLine({ file, seconds, tests }: Extract<Progress, { kind: 'file-ended' }>, { failures }: FileResult): string {
  const text = `${`${seconds.toFixed(1)} s`.padStart(10)}  ${String(tests).padStart(4)} ${tests === 1 ? 'test ' : 'tests'}  ${file}`
  return failures.length > 0 ? styleText('red', `${text}  failed`) : styleText('dim', text)
}

/** File, line and test; the message; what a browser waited for, and what was in its way last. */
function describeFailure({ file, name, text: colored }: Extract<Progress, { kind: 'failure' }>): string {
  const text = stripVTControlCharacters(colored)
  const line = text.split(`${file}:`)[1]?.match(/^\d+/)?.[0]
  const waitedFor = text.match(/waiting for .*/)?.[0]
  const obstacle = text.match(/element (is not|was) .*|<.* intercepts pointer events/g)?.at(-1)
  const place = [`${file}${line ? `:${line}` : ''}`, name].filter(Boolean).join(' > ')
  return [`${place}: ${text.slice(0, 300).split('\n', 1)[0]}`, waitedFor, obstacle && `(${obstacle})`].filter(Boolean).join(' ')
}

const lastLine = (output: string) => stripVTControlCharacters(output).trimEnd().split('\n').at(-1)?.slice(0, 300) ?? ''

/** Removes the progress dots from the output. */
const withoutDots = (output: string) =>
  output
    .split('\n')
    .filter((line) => !/^[·x\-*\s]+$/.test(stripVTControlCharacters(line)) || line === '')
    .join('\n')
