import { createServer, type Server } from 'node:http'
import { createApp } from './app.ts'
import { createLog } from './outside/log.ts'
import { Refusal } from './refusal.ts'
import { readSettings, type Settings } from './settings.ts'
import { stopOnSignal } from './stop-on-signal.ts'

const socketLimits = { headersTimeout: 10_000, requestTimeout: 30_000, keepAliveTimeout: 65_000, connectionsCheckingInterval: 5_000, maxHeaderSize: 16_384 }

try {
  const settings = readSettings(process.env)
  const log = createLog(settings.logLevel)
  await using app = await createApp(settings, { log })
  const server = createServer(socketLimits, app.listener)
  await listen(server, settings)
  process.stdout.write(readyLines(settings))
  await stopOnSignal(server, log)
} catch (error) {
  if (!(error instanceof Refusal)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}

function listen(server: Server, { port, host }: Settings): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(refusalOf(error, port, host)))
    server.listen(port, host, resolve)
  })
}

function refusalOf({ code, message }: NodeJS.ErrnoException, port: number, host: string): Refusal {
  if (code === 'EADDRINUSE') return new Refusal(`Port ${port} on ${host} is taken. Stop what uses it, or choose another: PORT=${port + 1} npm start`)
  if (code === 'EACCES') return new Refusal(`Port ${port} may not be used by this user. Choose one above 1023: PORT=3000 npm start`)
  return new Refusal(`Nothing can listen on ${host}:${port} (${code ?? message}). Check HOST and PORT.`)
}

function readyLines({ productName, publicUrl, demo }: Settings): string {
  const look = demo ? `  Look at ${publicUrl}/maren, or begin at ${publicUrl}\n` : ''
  return `${productName} is ready at ${publicUrl}\n${look}  Ctrl-C stops it.\n`
}
