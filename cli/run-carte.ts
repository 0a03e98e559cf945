import { commands } from './commands.ts'
import { exitCodes, explainError } from './explain-error.ts'
import { helpLines, overviewLines } from './help.ts'
import type { House } from './house.ts'
import { findCommand, readWords } from './read-words.ts'
import { harmless } from './terminal/harmless.ts'

/** One command, from its words to its exit code. */
export async function runCarte(words: string[], house: House): Promise<number> {
  const { say, note, columns } = house.terminal
  try {
    const asksHelp = words.length === 0 || words[0] === 'help' || words[0] === '--help'
    const named = asksHelp ? words.slice(1).filter((word) => !word.startsWith('--')) : words
    if (named.length === 0) {
      overviewLines(commands, columns).forEach(say)
      return exitCodes.done
    }
    const { command, rest } = findCommand(named, commands)
    const given = readWords(command, asksHelp ? ['--help'] : rest)
    if (given.has('help')) helpLines(command, columns).forEach(say)
    else await command.run(given, house)
    return exitCodes.done
  } catch (error) {
    const { lines, exitCode } = explainError(error)
    for (const line of lines) note(harmless(line))
    return exitCode
  }
}
