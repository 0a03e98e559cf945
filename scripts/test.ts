import { print, printFailures, type Outcome } from './test/report.ts'
import { steps, type Step } from './test/steps.ts'

/**
 * `check` takes seconds, `short` minutes, `long` is everything that kills, fills, rolls, fuzzes or times. Cheapest first.
 * After TEST_MINUTES no step of `long` begins: a result that says what is missing is better than none.
 */
const parts = process.argv.slice(2)
const longUntilMs = Number(process.env.TEST_MINUTES ?? Infinity) * 60_000
const outOfTime: Outcome = {
  passed: 0,
  failed: 0,
  skipped: 1,
  note: `skipped: the steps before it took ${process.env.TEST_MINUTES} minutes. Run it alone: npm run test:long`,
}
const total: Outcome = { passed: 0, failed: 0, skipped: 0 }
const failures: string[] = []

for (const step of steps) {
  if (!parts.includes(step.part)) continue
  const started = performance.now()
  const outcome = step.part === 'long' && started > longUntilMs ? outOfTime : await runStep(step)
  print(step.name, outcome, performance.now() - started)
  total.passed += outcome.passed
  total.failed += outcome.failed
  total.skipped += outcome.skipped
  if (outcome.failed > 0) failures.push(...(outcome.failures?.length ? outcome.failures : [step.name]))
}

printFailures(failures)
process.exitCode = total.failed > 0 ? 1 : 0
console.log(`\n${total.passed} passed, ${total.failed} failed${total.skipped ? `, ${total.skipped} skipped` : ''}`)

function runStep(step: Step): Promise<Outcome> {
  return step.run().catch((error: unknown) => ({
    passed: 0,
    failed: 1,
    skipped: 0,
    output: error instanceof Error ? (error.stack ?? error.message) : String(error),
  }))
}
