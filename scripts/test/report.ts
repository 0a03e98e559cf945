import { styleText } from 'node:util'

/** A step's result. `output` is printed on failure, `note` always, and `failures` again at the end. */
export type Outcome = { passed: number; failed: number; skipped: number; output?: string; note?: string; failures?: string[] }

export function print(name: string, outcome: Outcome, milliseconds: number) {
  const { passed, failed, skipped, output, note } = outcome
  const mark = failed ? styleText('red', '✗') : passed ? styleText('green', '✓') : styleText('yellow', '-')
  const counts = [passed > 1 && `${passed} passed`, failed > 0 && `${failed} failed`, skipped > 0 && `${skipped} skipped`]
    .filter(Boolean)
    .join(', ')
  console.log(`${mark} ${name.padEnd(38)} ${`${(milliseconds / 1000).toFixed(1)} s`.padStart(8)}  ${counts}`)
  if (note) console.log(indent(note))
  if (failed && output) console.log(`${indent(output.trimEnd())}\n`)
}

/** Repeats the failures at the end. */
export function printFailures(failures: readonly string[]) {
  if (failures.length > 0) console.log(`\nFailed:\n${indent(failures.join('\n'))}`)
}

const indent = (text: string) => text.replace(/^/gm, '    ')
