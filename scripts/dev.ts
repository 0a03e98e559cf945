import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { watch } from 'node:fs'

const debounceMs = 200
const folders = {
  web: 'pages',
  build: 'pages',
  common: 'both',
  contract: 'both',
  messages: 'both',
  server: 'server',
  migrations: 'server',
} as const

let server: ChildProcess | null = null
let waiting: NodeJS.Timeout | undefined
let pagesChanged = false

/** Runs the product like `npm start`, and rebuilds and restarts it when a file changes. */
for (const [folder, what] of Object.entries(folders)) {
  watch(folder, { recursive: true }, (_, file) => {
    if (!file || /(^|\/)\.|^build(\/|$)|\.test\.tsx?$/.test(file)) return
    pagesChanged ||= what !== 'server'
    clearTimeout(waiting)
    waiting = setTimeout(restart, debounceMs)
  })
}
start()

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop().then(() => process.exit(0)))

function start() {
  const built = spawnSync(process.execPath, ['scripts/prepare.mjs', '--build', '--quiet'], { stdio: 'inherit' })
  if (built.status === 0) server = spawn(process.execPath, ['server/main.ts'], { stdio: 'inherit', detached: true })
}

async function restart() {
  console.log(pagesChanged ? 'Files changed: rebuilding and restarting …' : 'Files changed: restarting …')
  pagesChanged = false
  await stop()
  start()
}

async function stop() {
  const child = server
  server = null
  if (!child || child.exitCode !== null) return
  const exited = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await exited
}
