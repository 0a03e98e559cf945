import { commands } from './commands.ts'
import { exitCodes, explainError } from './explain-error.ts'
import { helpLines, overviewLines } from './help.ts'
import type { House } from './house.ts'
import { findCommand, readWords } from './read-words.ts'
import { harmless } from './terminal/harmless.ts'

/** One command, from its words to its exit code. */
export async function runCarte(words: string[], house: House): Promise<number> {
  try {
    if (words.length === 0 || words[0] === '--help') {
      overviewLines(commands, house.terminal.columns).forEach(house.terminal.say)
      return exitCodes.done
    }
    const { command, rest } = findCommand(words, commands)
    const given = readWords(command, rest)
    if (given.has('help')) helpLines(command, house.terminal.columns).forEach(house.terminal.say)
    else await command.run(given, house)
    return exitCodes.done
  } catch (error) {
    const { lines, exitCode } = explainError(error)
    for (const line of lines) house.terminal.note(harmless(line))
    return exitCode
  }
}
