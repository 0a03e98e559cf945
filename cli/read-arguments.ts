import { parseArgs } from 'node:util'
import { type Command, type Flag, type Arguments, helpFlag, UsageError } from './command.ts'
import { nearest } from '../server/common/word-distance.ts'
import { sanitize } from './terminal/sanitize.ts'

/** Finds the command that the first words name; the rest are its arguments. */
export function findCommand(words: string[], commands: Command[]): { command: Command; rest: string[] } {
  for (const length of [2, 1]) {
    const name = words.slice(0, length).join(' ')
    const command = commands.find((candidate) => candidate.name === name)
    if (command) return { command, rest: words.slice(length) }
  }
  throw new UsageError(unknownCommand(words, commands))
}

function unknownCommand(words: string[], commands: Command[]): string {
  const family = commands.filter(({ name }) => name.startsWith(`${words[0]} `)).map(({ name }) => name)
  const second = words[1]?.startsWith('-') ? undefined : words[1]
  if (family.length > 0 && !second) return `“${words[0]}” needs a second word: ${family.join(', ')}.`
  const typed = words.filter((word) => !word.startsWith('-')).slice(0, 2)
  const names = commands.map(({ name }) => name)
  const near = nearest(typed.join(' '), names) ?? nearest(typed[0] ?? '', names)
  const known = near ? `Did you mean: ${near}?` : 'To list the commands: help'
  return `There is no command “${sanitize(typed.join(' ').slice(0, 60))}”. ${known}`
}

/** Splits what follows a command into positional arguments and flags. Throws on an unknown flag. */
export function readArguments(command: Command, rest: string[]): Arguments {
  const known = new Map(Object.entries({ ...helpFlag, ...command.flags }))
  const options = Object.fromEntries([...known].map(([name, { value }]) => [name, { type: value ? 'string' : 'boolean' } as const]))
  const { positionals, tokens } = parseArgs({ args: rest, options, strict: false, allowPositionals: true, tokens: true })
  const flags = new Map<string, string>()
  for (const token of tokens) {
    if (token.kind !== 'option') continue
    const { name, rawName, value } = token
    if (!rawName.startsWith('--')) throw new UsageError(`There are no short flags. Write ${longOf(name, known)}.`)
    const flag = known.get(name)
    if (!flag) throw new UsageError(unknownFlag(command, name, known))
    if (flags.has(name)) throw new UsageError(`--${name} is there twice. Give it once.`)
    if (!flag.value && value !== undefined) throw new UsageError(`--${name} takes no value.`)
    if (flag.value && value === undefined) throw new UsageError(`--${name} needs a value: --${name} ${flag.value}`)
    flags.set(name, value ?? '')
  }
  if (!flags.has('help')) checkNumber(command, positionals)
  return { positionals, text: (flag) => flags.get(flag) ?? null, has: (flag) => flags.has(flag) }
}

function checkNumber(command: Command, positionals: string[]) {
  const expected = command.args.split(' ').filter(Boolean)
  const required = expected.filter((word) => !word.startsWith('['))
  const takesMore = expected.at(-1)?.includes('…') ?? false
  if (positionals.length < required.length)
    throw new UsageError(`${required[positionals.length]} is missing: ${command.name} ${command.args}`)
  const extra = takesMore ? undefined : positionals[expected.length]
  if (extra !== undefined)
    throw new UsageError(`“${sanitize(extra.slice(0, 60))}” is one argument too many: ${command.name} ${command.args}`.trimEnd())
}

function unknownFlag(command: Command, name: string, known: ReadonlyMap<string, Flag>): string {
  const near = nearest(name, known.keys())
  const hint = near ? `Did you mean --${near}?` : `It takes ${[...known.keys()].map((flag) => `--${flag}`).join(', ')}.`
  return `“${command.name}” has no flag --${sanitize(name.slice(0, 60))}. ${hint}`
}

function longOf(letter: string, known: ReadonlyMap<string, Flag>): string {
  return `--${[...known.keys()].find((flag) => flag.startsWith(letter.toLowerCase())) ?? 'help'}`
}
