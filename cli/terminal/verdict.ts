import { styleText } from 'node:util'
import type { CommandContext } from '../command.ts'
import { sanitize } from './sanitize.ts'
import { wrap } from './table.ts'

/** How a check ended; the text says what to do unless it is good. */
export type Verdict = { state: 'ok' | 'warn' | 'bad'; text: string }

export const ok = (text: string): Verdict => ({ state: 'ok', text })
export const warn = (text: string): Verdict => ({ state: 'warn', text })
export const bad = (text: string): Verdict => ({ state: 'bad', text })

const marks = { ok: ['✓', 'green'], warn: ['!', 'yellow'], bad: ['✗', 'red'] } as const

/** One line for each check, wrapped and indented below its mark. */
export function printVerdict({ print, columns, isColored = false }: CommandContext['terminal'], { state, text }: Verdict): void {
  const [mark, color] = marks[state]
  // Without color, the mark alone must say it.
  const [first = '', ...rest] = wrap(sanitize(text), columns - 2)
  print(`${isColored ? styleText(color, mark, { validateStream: false }) : mark} ${first}`)
  for (const line of rest) print(`  ${line}`)
}
