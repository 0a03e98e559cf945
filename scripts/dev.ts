import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { watch } from 'node:fs'

const settleMs = 200
const rooms = { web: 'pages', common: 'both', contract: 'both', messages: 'both', server: 'server', migrations: 'server' } as const

let server: ChildProcess | null = null
let waiting: NodeJS.Timeout | undefined
let pagesChanged = false

/** The product as `npm start` runs it, built and started anew whenever a file of its rooms changes. */
for (const [room, what] of Object.entries(rooms)) {
  watch(room, { recursive: true }, (_, file) => {
    if (!file || /(^|\/)(build|\.)|\.test\.tsx?$/.test(file)) return
    pagesChanged ||= what !== 'server'
    clearTimeout(waiting)
    waiting = setTimeout(startAgain, settleMs)
  })
}
start()

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop().then(() => process.exit(0)))

function start() {
  const built = spawnSync(process.execPath, ['scripts/prepare.mjs', '--build', '--quiet'], { stdio: 'inherit' })
  if (built.status === 0) server = spawn(process.execPath, ['server/main.ts'], { stdio: 'inherit', detached: true })
}

async function startAgain() {
  console.log(pagesChanged ? 'Something changed: building and starting again …' : 'Something changed: starting again …')
  pagesChanged = false
  await stop()
  start()
}

async function stop() {
  const child = server
  server = null
  if (!child || child.exitCode !== null) return
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await gone
}
