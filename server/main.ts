import { hostname } from 'node:os'
import { refuseLostDatabase } from './database/embedded/refuse-lost-database.ts'
import { makeDataFolder } from './database/make-data-folder.ts'
import { loadSwiftly } from './load-swiftly.ts'
import { closeOtherDoors } from './integrations/guard/close-other-doors.ts'
import { createLog } from './integrations/log.ts'
import { readProductVersion } from './product-version.ts'
import { Refusal } from './refusal.ts'
import { readSettings } from './settings.ts'
import { finish, stopSignal } from './stop.ts'

// Whoever reads our output may go before us: `npm start | head`. Cards are served all the same.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

closeOtherDoors()
// What is made from here on is for this user alone, however the program was started.
process.umask(0o077)
try {
  const settings = readSettings()
  const log = createLog(settings.logLevel)
  const stopped = stopSignal(log, settings.stopGraceSeconds)
  makeDataFolder(settings.dataDir)
  refuseLostDatabase(settings)
  loadSwiftly()
  const { createApp } = await import('./app.ts')
  const { listen } = await import('./listen.ts')
  const { readyLines } = await import('./demo/ready-lines.ts')

  await using app = await createApp(settings, { log })
  const servers = await listen(app, settings)
  const words = await readyLines(settings, app.needs.db)
  log.info('serving', { server: hostname(), pid: process.pid, version: readProductVersion() })
  log.flush()
  process.stdout.write(words)
  await stopped
  app.leave()
  await finish(servers, log, settings.stopGraceSeconds)
} catch (error) {
  process.stderr.write(explainFailure(error))
  process.exitCode = 1
}
// Everything is closed: somebody at the other end of a connection who does not hang up keeps nobody here.
process.exit()

/** Why it did not start, in words for the person who started it. */
function explainFailure(error: unknown): string {
  if (error instanceof Refusal) return `${error.message}\n`
  if (!(error instanceof Error)) return `Something unexpected stopped it: ${error}\n`
  if ('code' in error && error.code === 'ERR_MODULE_NOT_FOUND')
    return `${error.message.split(' imported from')[0]}: the installation is not whole. Run npm ci, then npm start.\n`
  const place = error.stack?.split('\n').find((line) => line.startsWith('    at ') && !line.includes('node:'))
  return `Something unexpected stopped it: ${error.message.split('\n')[0]}${place ? ` (${place.trim()})` : ''}. Please report it.\n`
}
