import { helpFlag, type Command } from './command.ts'
import { pairLines, wrap } from './terminal/table.ts'

const call = 'npm run carte --'
const widthMost = 100

export function overviewLines(commands: Command[], columns: number): string[] {
  const width = Math.min(columns, widthMost)
  return [
    'The operator’s command line of Carte. It works beside a running server and without one,',
    'and asks the same settings as npm start (DATA_DIR, DATABASE_URL, PUBLIC_URL, …).',
    '',
    `  ${call} COMMAND`,
    '',
    ...pairLines(
      commands.map(({ name, words, purpose }) => [`  ${name} ${words}`.trimEnd(), purpose]),
      width,
    ),
    '',
    `More about one of them:  ${call} help COMMAND`,
    'Exit codes: 0 done, 1 refused with a reason, 2 not understood.',
  ]
}

export function helpLines({ name, words, purpose, about, changes, flags, examples }: Command, columns: number): string[] {
  const width = Math.min(columns, widthMost)
  const indented = (lines: string[]) => lines.map((line) => `  ${line}`.trimEnd())
  return [
    `${name}: ${purpose}`,
    '',
    `  ${call} ${name} ${words}`.trimEnd(),
    '',
    ...wrap(about, width),
    '',
    'What it changes',
    ...indented(wrap(changes, width - 2)),
    '',
    'Flags',
    ...indented(
      pairLines(
        Object.entries({ ...flags, ...helpFlag }).map(([flag, { value, meaning }]) => [`--${flag}${value ? ` ${value}` : ''}`, meaning]),
        width - 2,
      ),
    ),
    '',
    'Examples',
    ...examples.map((example) => `  ${call} ${example}`),
    '',
    'Exit codes: 0 done, 1 refused with a reason, 2 not understood.',
  ]
}

/** Answered by run-carte.ts, which knows all commands; here it has its page. */
export const help: Command = {
  name: 'help',
  words: '[COMMAND…]',
  purpose: 'Shows what there is, or more about one command.',
  about: 'The same page as --help behind a command.',
  changes: 'Nothing.',
  flags: {},
  examples: ['help', 'help cards set'],
  async run() {},
}
