import { createServer } from 'node:http'
import { createApp } from '#server/app.ts'
import { createLog } from '#server/integrations/log.ts'
import { readSettings } from '#server/settings.ts'

// The server without its pages, which need a build. It also runs inside the previous release, so it uses nothing newer.
const settings = readSettings()
const app = await createApp(settings, { log: createLog(settings.logLevel), pages: false })
const server = createServer(app.listener).listen(settings.port, settings.host, () => console.log('serves calls'))
process.once('SIGTERM', () => {
  server.close()
  server.closeAllConnections()
  void app[Symbol.asyncDispose]()
})
