import { helpFlag, type Command } from './command.ts'
import { pairLines, wrap } from './terminal/table.ts'

const call = 'npm run carte --'
const widthMax = 100

export function overviewLines(groups: { title: string; commands: Command[] }[], columns: number): string[] {
  const width = Math.min(columns, widthMax)
  const callOf = ({ name, args }: Command) => `  ${name} ${args}`.trimEnd()
  // One column for all groups.
  const widest = Math.max(...groups.flatMap(({ commands }) => commands.map((command) => callOf(command).length)))
  return [
    'The command line for administrators of Carte. It works with or without a running server',
    'and reads the same settings as npm start (DATA_DIR, DATABASE_URL, PUBLIC_URL, …).',
    '',
    `  ${call} COMMAND`,
    '',
    ...groups.flatMap(({ title, commands }) => [
      title,
      ...pairLines(
        commands.map((command) => [callOf(command).padEnd(widest), command.purpose]),
        width,
      ),
      '',
    ]),
    `Help for one command:  ${call} help COMMAND`,
    'Exit codes: 0 success, 1 failed with a reason, 2 wrong usage.',
  ]
}

export function helpLines({ name, args, purpose, about, changes, flags, examples }: Command, columns: number): string[] {
  const width = Math.min(columns, widthMax)
  const indented = (lines: string[]) => lines.map((line) => `  ${line}`.trimEnd())
  return [
    `${name}: ${purpose}`,
    '',
    `  ${call} ${name} ${args}`.trimEnd(),
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
    'Exit codes: 0 success, 1 failed with a reason, 2 wrong usage.',
  ]
}

/** Only the help page of `help` itself: run-carte.ts handles the command. */
export const help: Command = {
  name: 'help',
  args: '[COMMAND…]',
  purpose: 'Lists the commands, or shows the help of one.',
  about: 'Shows the same page as --help after a command.',
  changes: 'Nothing.',
  flags: {},
  examples: ['help', 'help cards set'],
  async run() {},
}
