import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { folder, readOr, root } from './places.mjs'
import { Refusal } from './refusal.mjs'

const lock = join(folder, 'lock')
const retryMs = 200

/** Does the work while nobody else does; whoever waited finds it done. */
export async function alone(say, work) {
  await takeLock(say)
  try {
    work()
  } finally {
    rmSync(lock, { force: true })
  }
}

async function takeLock(say) {
  for (let told = false; !isTaken(); await wait(retryMs)) {
    const owner = Number(readOr(lock))
    // An empty lock is one whose owner is just writing its number.
    if (owner && !isAlive(owner)) rmSync(lock, { force: true })
    else if (!told) told = say('Another start is preparing; waiting for it …') ?? true
  }
}

function isTaken() {
  try {
    mkdirSync(folder, { recursive: true })
    writeFileSync(lock, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw new Refusal(
      `The folder ${root} cannot be written (${error.code}). Give this user the folder, or prepare it once as its owner: npm run build`,
    )
  }
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}
