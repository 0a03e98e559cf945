import { commandGroups, commands } from './commands.ts'
import { exitCodes, explainError } from './explain-error.ts'
import { helpLines, overviewLines } from './help.ts'
import type { CommandContext } from './command.ts'
import { findCommand, readArguments } from './read-arguments.ts'
import { sanitize } from './terminal/sanitize.ts'

/** Runs one command and returns its exit code. */
export async function runCarte(words: string[], context: CommandContext): Promise<number> {
  const { print, printNote, columns } = context.terminal
  try {
    const isHelp = words.length === 0 || words[0] === 'help' || words[0] === '--help'
    const named = isHelp ? words.slice(1).filter((word) => !word.startsWith('--')) : words
    if (named.length === 0) {
      overviewLines(commandGroups, columns).forEach(print)
      return exitCodes.ok
    }
    const { command, rest } = findCommand(named, commands)
    const args = readArguments(command, isHelp ? ['--help'] : rest)
    if (args.has('help')) helpLines(command, columns).forEach(print)
    else await command.run(args, context)
    return exitCodes.ok
  } catch (error) {
    const { lines, exitCode } = explainError(error)
    for (const line of lines) printNote(sanitize(line))
    if (context.idleFolder !== null)
      printNote(
        `No server is running with DATA_DIR ${sanitize(context.idleFolder)}. If yours uses another folder, set DATA_DIR to the one that “npm start” names under Data.`,
      )
    return exitCode
  }
}
