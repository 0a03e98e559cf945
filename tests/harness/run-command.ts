import { openContext } from '../../cli/open-context.ts'
import { runCarte } from '../../cli/run-carte.ts'
import type { Settings } from '#server/settings.ts'

type Around = { settings: Settings; environment?: NodeJS.ProcessEnv; now?: () => Date; columns?: number; hasColoredNotes?: boolean }

/** Runs a command in this process: its exit code, its stdout and its stderr. */
export async function runCommand(
  words: string[],
  { settings, environment = {}, now = () => new Date(), columns = 100, hasColoredNotes = false }: Around,
) {
  const output: string[] = []
  const notes: string[] = []
  await using context = openContext({
    settings,
    environment,
    terminal: { print: (line) => output.push(line), printNote: (line) => notes.push(line), columns, hasColoredNotes },
    clock: { now },
    productVersion: '0.1.0',
    signal: new AbortController().signal,
  })
  const code = await runCarte(words, context)
  return { code, output: output.join('\n'), notes: notes.join('\n') }
}
