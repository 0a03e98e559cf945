import { readProductVersion } from '#server/common/product-version.ts'
import { readSettings } from '#server/settings.ts'
import { systemClock } from '#server/integrations/clock.ts'
import { explainError } from './explain-error.ts'
import { openContext } from './open-context.ts'
import { disableGlobalFetch } from '#server/integrations/guard/disable-global-fetch.ts'
import { runCarte } from './run-carte.ts'

disableGlobalFetch()
process.umask(0o077)

const print = (line: string) => void process.stdout.write(`${line}\n`)
const printNote = (line: string) => void process.stderr.write(`${line}\n`)

// `carte cards list | head` closes stdout early, which is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))

const stop = new AbortController()
const stopTimeoutMs = 5000
process.once('SIGINT', stopGracefully)
process.once('SIGTERM', stopGracefully)

const productVersion = readProductVersion()

try {
  await using context = openContext({
    // `upgrade --check` lists unknown settings beside everything else.
    settings: readSettings(process.env, { allowsUnknown: process.argv[2] === 'upgrade' }),
    environment: process.env,
    terminal: {
      print,
      printNote,
      columns: process.stdout.columns ?? 100,
      isColored: isColored(process.stdout),
      hasColoredNotes: isColored(process.stderr),
    },
    clock: systemClock,
    productVersion,
    signal: stop.signal,
  })
  process.exitCode = await runCarte(process.argv.slice(2), context)
} catch (error) {
  const { lines, exitCode } = explainError(error)
  lines.forEach(printNote)
  process.exitCode = exitCode
}

function isColored(stream: NodeJS.WriteStream): boolean {
  return stream.isTTY && stream.hasColors()
}

/** Lets the command undo its work, for at most five seconds. A second Ctrl-C ends the process at once. */
function stopGracefully() {
  stop.abort()
  setTimeout(() => process.exit(1), stopTimeoutMs).unref()
}
