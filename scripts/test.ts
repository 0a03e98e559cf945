import { print, printList, type Outcome } from './test/report.ts'
import { flakyFilesMax } from './test/run-vitest.ts'
import { selectFiles } from './test/select-files.ts'
import { steps, type Step } from './test/steps.ts'

/** `gate` is what every change passes; `long` is everything that kills, fills, rolls, fuzzes, times or needs another server. */
const suites: Record<string, Step['part'][]> = { check: ['quick', 'units'], gate: ['quick', 'units', 'short'], long: ['long'] }
const gateMinutes = 45

const [suite = 'check', ...patterns] = process.argv.slice(2)
const endsAtMs = suite === 'gate' ? gateMinutes * 60_000 : Infinity
/** `npm test -- PATTERN` or `-- --changed`: the files that match, whichever suite they belong to. */
const selected = patterns.length > 0 ? await selectFiles(patterns) : null
const withoutBuild = ['boundaries', 'units', 'slices']
const isChosen = ({ part, project, name }: Step) =>
  selected
    ? selected.has(project ?? '') || (name === 'web build' && [...selected.keys()].some((one) => !withoutBuild.includes(one)))
    : suites[suite]?.includes(part)
const notRun: Outcome = { passed: 0, failed: 1, skipped: 0, note: 'not run: the steps before it took too long.' }
const outcomes: Outcome[] = []
let isStopped = false

for (const step of steps.filter(isChosen)) {
  // Tests of what does not compile take minutes and say little.
  if (step.part !== 'quick' && isStopped) break
  const startedMs = performance.now()
  const leftMs = endsAtMs - startedMs
  const outcome = leftMs > 0 ? await runStep(step, Math.min(step.limitMinutes * 60_000, leftMs)) : notRun
  print(step.name, outcome, performance.now() - startedMs)
  outcomes.push({ ...outcome, failures: outcome.failed > 0 && !outcome.failures?.length ? [step.name] : (outcome.failures ?? []) })
  isStopped ||= step.part === 'quick' && outcome.failed > 0
}

const flaky = outcomes.flatMap((outcome) => outcome.flaky ?? [])
const isTooFlaky = flaky.length > flakyFilesMax
if (isStopped) console.log('Stopped: the tests run once these pass.')
if (outcomes.length === 0) console.log(selected ? 'No test file matches.' : `No suite is called ${suite}.`)
printList('Flaky, passed when run alone:', flaky)
if (isTooFlaky) console.log(`\nMore than ${flakyFilesMax} files passed only when run alone: that is no luck.`)
printList(
  'Failed:',
  outcomes.flatMap((outcome) => outcome.failures ?? []),
)
const sum = (count: 'passed' | 'failed' | 'skipped') => outcomes.reduce((total, outcome) => total + outcome[count], 0)
const failed = sum('failed') + (isTooFlaky ? 1 : 0)
process.exitCode = failed > 0 || outcomes.length === 0 ? 1 : 0
console.log(`\n${sum('passed')} passed, ${failed} failed${sum('skipped') ? `, ${sum('skipped')} skipped` : ''}`)

function runStep(step: Step, limitMs: number): Promise<Outcome> {
  const only = selected?.get(step.project ?? '')
  return step.run({ limitMs, ...(only && { only }) }).catch((error: unknown) => ({
    passed: 0,
    failed: 1,
    skipped: 0,
    output: error instanceof Error ? (error.stack ?? error.message) : String(error),
  }))
}
