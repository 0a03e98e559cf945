import { styleText } from 'node:util'

/** What a step came to; `said` is shown when something failed, `note` always, and `failures` by name once more at the end. */
export type Outcome = { passed: number; failed: number; skipped: number; said?: string; note?: string; failures?: string[] }

export function print(name: string, outcome: Outcome, milliseconds: number) {
  const { passed, failed, skipped, said, note } = outcome
  const mark = failed ? styleText('red', '✗') : passed ? styleText('green', '✓') : styleText('yellow', '-')
  const counts = [passed > 1 && `${passed} passed`, failed > 0 && `${failed} failed`, skipped > 0 && `${skipped} skipped`]
    .filter(Boolean)
    .join(', ')
  console.log(`${mark} ${name.padEnd(38)} ${`${(milliseconds / 1000).toFixed(1)} s`.padStart(8)}  ${counts}`)
  if (note) console.log(indent(note))
  if (failed && said) console.log(`${indent(said.trimEnd())}\n`)
}

/** What failed, where a reader who sees only the end still finds it. */
export function printFailures(failures: readonly string[]) {
  if (failures.length > 0) console.log(`\nFailed:\n${indent(failures.join('\n'))}`)
}

const indent = (text: string) => text.replace(/^/gm, '    ')
