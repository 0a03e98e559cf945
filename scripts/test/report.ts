import { styleText } from 'node:util'

/** A step's result. `output` is printed if a test failed, also one that passed again; `note` always, `failures` and `flaky` at the end too. */
export type Outcome = {
  passed: number
  failed: number
  skipped: number
  output?: string
  note?: string
  failures?: string[]
  /** The first failure of each file that passed when it ran again, alone. */
  flaky?: string[]
}

export function print(name: string, outcome: Outcome, milliseconds: number) {
  const { passed, failed, skipped, output, note, flaky } = outcome
  const mark = failed ? styleText('red', '✗') : passed ? styleText('green', '✓') : styleText('yellow', '-')
  const counts = [passed > 1 && `${passed} passed`, failed > 0 && `${failed} failed`, skipped > 0 && `${skipped} skipped`]
    .filter(Boolean)
    .join(', ')
  console.log(`${mark} ${name.padEnd(38)} ${`${(milliseconds / 1000).toFixed(1)} s`.padStart(8)}  ${counts}`)
  if (note) console.log(indent(note))
  if ((failed || flaky?.length) && output) console.log(`${indent(output.trimEnd())}\n`)
}

/** Repeats what went wrong at the end, where a log is read first. */
export function printList(title: string, lines: readonly string[]) {
  if (lines.length > 0) console.log(`\n${title}\n${indent(lines.join('\n'))}`)
}

const indent = (text: string) => text.replace(/^/gm, '    ')
