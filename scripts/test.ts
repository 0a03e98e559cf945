import { print, printFailures, type Outcome } from './test/report.ts'
import { steps } from './test/steps.ts'

/** `check` takes seconds, `short` minutes, `long` is everything that kills, fills, rolls, fuzzes or times. Cheapest first. */
const asked = process.argv.slice(2)
const total: Outcome = { passed: 0, failed: 0, skipped: 0 }
const failures: string[] = []

for (const step of steps) {
  if (!asked.includes(step.part)) continue
  const started = performance.now()
  const outcome: Outcome = await step.run().catch((error: unknown) => ({
    passed: 0,
    failed: 1,
    skipped: 0,
    said: error instanceof Error ? (error.stack ?? error.message) : String(error),
  }))
  print(step.name, outcome, performance.now() - started)
  total.passed += outcome.passed
  total.failed += outcome.failed
  total.skipped += outcome.skipped
  if (outcome.failed > 0) failures.push(...(outcome.failures?.length ? outcome.failures : [step.name]))
}

printFailures(failures)
process.exitCode = total.failed > 0 ? 1 : 0
console.log(`\n${total.passed} passed, ${total.failed} failed${total.skipped ? `, ${total.skipped} skipped` : ''}`)
