import { readProductVersion } from '#server/product-version.ts'
import { readSettings } from '#server/settings.ts'
import { systemClock } from '#server/integrations/clock.ts'
import { explainError } from './explain-error.ts'
import { openHouse } from './open-house.ts'
import { closeOtherDoors } from '#server/integrations/guard/close-other-doors.ts'
import { runCarte } from './run-carte.ts'

closeOtherDoors()
process.umask(0o077)

const say = (line: string) => void process.stdout.write(`${line}\n`)
const note = (line: string) => void process.stderr.write(`${line}\n`)

// `carte cards list | head` closes our output early; that is no fault.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))

const stop = new AbortController()
const patienceMs = 5000
process.once('SIGINT', stopInOrder)
process.once('SIGTERM', stopInOrder)

const productVersion = readProductVersion()

try {
  await using house = openHouse({
    settings: readSettings(process.env),
    terminal: { say, note, columns: process.stdout.columns ?? 100 },
    clock: systemClock,
    productVersion,
    signal: stop.signal,
  })
  process.exitCode = await runCarte(process.argv.slice(2), house)
} catch (error) {
  const { lines, exitCode } = explainError(error)
  lines.forEach(note)
  process.exitCode = exitCode
}

/** What is in hand is undone in order, if that is soon done. Pressed again, it ends at once. */
function stopInOrder() {
  stop.abort()
  setTimeout(() => process.exit(1), patienceMs).unref()
}
