import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { folder, readOr, root } from './paths.mjs'
import { UserError } from './user-error.mjs'

const lock = join(folder, 'lock')
const retryMs = 200

/** Runs the work under a file lock; processes that waited find it done. */
export async function withLock(print, work) {
  await acquireLock(print)
  try {
    await work()
  } finally {
    rmSync(lock, { force: true })
  }
}

async function acquireLock(print) {
  for (let isReported = false; !tryAcquire(); await wait(retryMs)) {
    const owner = Number(readOr(lock))
    // An empty lock file is being written by its owner.
    if (owner && !isAlive(owner)) rmSync(lock, { force: true })
    else if (!isReported) isReported = print('Waiting for another start to finish preparing …') ?? true
  }
}

function tryAcquire() {
  try {
    mkdirSync(folder, { recursive: true })
    writeFileSync(lock, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw new UserError(`Can’t write to ${root} (${error.code}). Make this user its owner, or prepare it once as the owner: npm run build`)
  }
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}
