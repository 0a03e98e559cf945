import { helpFlag, type Command, type Given } from './command.ts'
import { nearest } from './nearest.ts'
import { harmless } from './terminal/harmless.ts'
import { UsageError } from './usage-error.ts'

/** Finds the command the first words name; what is left are its own words. */
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
  if (family.length > 0 && !second) return `“${words[0]}” needs one more word: ${family.join(', ')}.`
  const typed = words.filter((word) => !word.startsWith('-')).slice(0, 2)
  const names = commands.map(({ name }) => name)
  const near = nearest(typed.join(' '), names) ?? nearest(typed[0] ?? '', names)
  const known = near ? `Did you mean: ${near}?` : 'See: help'
  return `There is no command “${harmless(typed.join(' ').slice(0, 60))}”. ${known}`
}

/** Sorts what follows a command into words and flags, and refuses what it does not know. */
export function readWords(command: Command, rest: string[]): Given {
  const known = { ...helpFlag, ...command.flags }
  const flags = new Map<string, string>()
  const words: string[] = []
  for (let index = 0; index < rest.length; index++) {
    const word = rest[index] ?? ''
    if (word === '--') {
      words.push(...rest.slice(index + 1))
      break
    }
    if (!word.startsWith('--')) {
      if (/^-[a-z]$/i.test(word)) throw new UsageError(`There are no short flags: write ${longOf(word, known)}.`)
      words.push(word)
      continue
    }
    const [name = '', inline] = split(word.slice(2))
    const flag = known[name]
    if (!flag) throw new UsageError(unknownFlag(command, name, known))
    if (flags.has(name)) throw new UsageError(`--${name} was given twice.`)
    if (!flag.value) {
      if (inline !== undefined) throw new UsageError(`--${name} takes no value.`)
      flags.set(name, '')
      continue
    }
    const value = inline ?? rest[++index]
    if (value === undefined) throw new UsageError(`--${name} needs a value: --${name} ${flag.value}`)
    flags.set(name, value)
  }
  if (!flags.has('help')) checkNumber(command, words)
  return { words, text: (flag) => flags.get(flag) ?? null, has: (flag) => flags.has(flag) }
}

function checkNumber(command: Command, words: string[]) {
  const wanted = command.words.split(' ').filter(Boolean)
  const required = wanted.filter((word) => !word.startsWith('['))
  const takesMore = wanted.at(-1)?.includes('…') ?? false
  if (words.length < required.length) throw new UsageError(`${required[words.length]} is missing: ${command.name} ${command.words}`)
  const extra = takesMore ? undefined : words[wanted.length]
  if (extra !== undefined)
    throw new UsageError(`“${harmless(extra.slice(0, 60))}” is one word too many: ${command.name} ${command.words}`.trimEnd())
}

function split(word: string): [string, string | undefined] {
  const at = word.indexOf('=')
  return at < 0 ? [word, undefined] : [word.slice(0, at), word.slice(at + 1)]
}

function unknownFlag(command: Command, name: string, known: Record<string, unknown>): string {
  const near = nearest(name, Object.keys(known))
  const hint = near
    ? `Did you mean --${near}?`
    : `It takes ${Object.keys(known)
        .map((flag) => `--${flag}`)
        .join(', ')}.`
  return `“${command.name}” has no flag --${harmless(name.slice(0, 60))}. ${hint}`
}

function longOf(word: string, known: Record<string, unknown>): string {
  return `--${Object.keys(known).find((flag) => flag.startsWith(word.slice(1).toLowerCase())) ?? 'help'}`
}
