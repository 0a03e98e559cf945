import { createApp } from './app.ts'
import { explainFailure } from './explain-failure.ts'
import { listen } from './listen.ts'
import { createLog } from './outside/log.ts'
import { readyLines } from './ready-lines.ts'
import { readSettings } from './settings.ts'
import { stopOnSignal } from './stop-on-signal.ts'

// Whoever reads our output may go before us: `npm start | head`. Cards are served all the same.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

try {
  const settings = readSettings(process.env)
  const log = createLog(settings.logLevel)
  await using app = await createApp(settings, { log })
  const servers = await listen(app.listener, settings)
  process.stdout.write(await readyLines(settings, app.needs.db))
  await stopOnSignal(servers, log)
} catch (error) {
  process.stderr.write(explainFailure(error, process.env.LOG_LEVEL === 'debug'))
  process.exitCode = 1
}
