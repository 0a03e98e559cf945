import { rm } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { refuseLostDatabase } from './database/embedded/refuse-lost-database.ts'
import { makeDataFolder } from './database/make-data-folder.ts'
import { speedUpImports } from './speed-up-imports.ts'
import { disableGlobalFetch } from './integrations/guard/disable-global-fetch.ts'
import { createLog, isTextLog, jsonLine } from './integrations/log.ts'
import { readProductVersion } from './common/product-version.ts'
import { UserError } from './common/user-error.ts'
import { readSettings } from './settings.ts'
import { finish, stopSignal } from './stop.ts'

// The reader of the output may exit first (`npm start | head`); the server continues.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

disableGlobalFetch()
// Files created from here on are private to this user.
process.umask(0o077)
try {
  const settings = readSettings()
  const log = createLog(settings.logLevel, undefined, settings.logFormat)
  const stopped = stopSignal(log, settings.stopGraceSeconds)
  makeDataFolder(settings.dataDir)
  // Earlier versions stored a code there that made an administrator.
  await rm(join(settings.dataDir, 'setup-code'), { force: true })
  refuseLostDatabase(settings)
  speedUpImports()
  const { listen, listenWhileMigrating, refuseUsedPort } = await import('./listen.ts')
  await refuseUsedPort(settings)
  const { createApp } = await import('./app.ts')
  const { backUpBeforeMigrating } = await import('./backup/back-up-before-migrating.ts')
  const { reportReady, readyText } = await import('./report-ready.ts')

  await using app = await createApp(settings, {
    log,
    environment: process.env,
    migrating: { backUp: backUpBeforeMigrating(settings, log), onBegin: (file) => listenWhileMigrating(settings, file) },
  })
  const isText = isTextLog(settings.logFormat)
  // Before the first request: who sees that the server is ready can use the setup link.
  const report = await reportReady(settings, app.deps.db, { isText })
  const servers = await listen(app, settings)
  log.flush()
  // At every LOG_LEVEL: a person who starts it waits for the address.
  const facts = { ...report, server: hostname(), pid: process.pid, version: readProductVersion() }
  process.stdout.write(isText ? readyText(report) : `${jsonLine('info', 'ready', facts)}\n`)
  await stopped
  app.drain()
  await finish(servers, log, settings.stopGraceSeconds)
} catch (error) {
  process.stderr.write(explainFailure(error))
  process.exitCode = 1
}
// Everything is closed. A peer that does not close its connection must not keep the process alive.
process.exit()

/** Why the server did not start, for the person who started it. */
function explainFailure(error: unknown): string {
  if (error instanceof UserError) return `${error.message}\n`
  if (!(error instanceof Error)) return `Carte stopped because of an unexpected error: ${error}\n`
  if ('code' in error && error.code === 'ERR_MODULE_NOT_FOUND')
    return `${error.message.split(' imported from')[0]}: the installation is incomplete. Run npm ci, then npm start.\n`
  const place = error.stack?.split('\n').find((line) => line.startsWith('    at ') && !line.includes('node:'))
  return `Carte stopped because of an unexpected error: ${error.message.split('\n')[0]}${place ? ` (${place.trim()})` : ''}. Please report it.\n`
}
