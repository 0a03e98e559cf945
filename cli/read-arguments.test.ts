import { describe, expect, test } from 'vitest'
import { commandGroups, commands } from './commands.ts'
import { helpLines, overviewLines } from './help.ts'
import { findCommand, readArguments } from './read-arguments.ts'

function read(line: string) {
  const { command, rest } = findCommand(line.split(' '), commands)
  return readArguments(command, rest)
}

describe('a usage error suggests what was probably meant', () => {
  test.each([
    ['card list', 'Did you mean: cards list?'],
    ['cards lst', 'Did you mean: cards list?'],
    ['bakcup file', 'Did you mean: backup?'],
    ['cards', '“cards” needs a second word: cards list, cards show'],
    ['loginlink a@b.c', 'Did you mean: login-link?'],
    ['xyzzy', 'To list the commands: help'],
    ['cards list --jsn', 'Did you mean --json?'],
    ['backup file --quietly', 'It takes --'],
    ['cards list -j', 'There are no short flags. Write --json.'],
    ['cards list --json=yes', '--json takes no value.'],
    ['cards list --search', '--search needs a value: --search'],
    ['cards list --search a --search b', '--search is there twice.'],
    ['cards show', 'ALIAS is missing: cards show ALIAS'],
    ['cards show maren priya', '“priya” is one argument too many'],
    ['cards set maren', 'FIELD=VALUE… is missing'],
    ['\u001b[2J', '“·[2J”'],
  ])('%s', (line, answer) => {
    expect(() => read(line)).toThrow(answer)
  })
})

test('arguments, flags and values can be in any order', () => {
  const args = read('cards list --search=anna=b --json')
  expect([args.text('search'), args.has('json'), args.positionals]).toEqual(['anna=b', true, []])
  expect(read('cards set maren title=--x -- bio=--json').positionals).toEqual(['maren', 'title=--x', 'bio=--json'])
})

test('every command has a help page with valid examples and exit codes', () => {
  for (const command of commands) {
    const page = helpLines(command, 100)
    expect(page.join('\n')).toContain('What it changes')
    expect(page.at(-1)).toContain('Exit codes')
    for (const example of command.examples) expect(findCommand(wordsOf(example), commands).command.name).toBe(command.name)
    expect(Math.max(...page.map((line) => line.length))).toBeLessThanOrEqual(120)
  }
})

test('the overview lists the commands in groups, each under its heading and once', () => {
  const lines = overviewLines(commandGroups, 80)
  const titleOf = (name: string) =>
    lines
      .slice(
        0,
        lines.findIndex((line) => line.startsWith(`  ${name} `)),
      )
      .findLast((line) => /^\w/.test(line))
  expect(titleOf('doctor')).toBe('Everyday')
  expect(titleOf('login-link')).toBe('People and logins')
  expect(titleOf('backup rehearse')).toBe('Backups')
  const listed = lines.flatMap((line) => commands.filter(({ name, args }) => line.startsWith(`  ${`${name} ${args}`.trimEnd()}  `)))
  expect(listed.map(({ name }) => name)).toEqual(commands.map(({ name }) => name))
})

const wordsOf = (example: string) => example.split(' ')
