import { readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { UserError } from '#server/common/user-error.ts'
import type { Places } from './places.ts'

const signEveryMs = 4000
const watchMs = 10_000

/**
 * Two machines or containers can share a folder without seeing each other's processes, so the owner touches a signature file every
 * few seconds. Another host's signature counts as stale if it does not change while it is watched; clocks are not compared.
 */
export async function signFolder({ signature, dir }: Places): Promise<Disposable & { begin(): void }> {
  const [signer = ''] = readOr(signature).split('\n')
  if (signer && signer !== hostname() && (await isFresh(signature))) {
    throw new UserError(`Carte is already running on ${dir}, on ${signer}. Stop it first, or choose another DATA_DIR.`)
  }
  // On this machine the database's lock decides; the signature is only replaced in begin(), after that.
  const own = `${hostname()}\n${process.pid}`
  let timer: NodeJS.Timeout | undefined
  return {
    begin() {
      writeFileSync(signature, own)
      timer = setInterval(() => sign(signature, own), signEveryMs).unref()
    },
    [Symbol.dispose]() {
      clearInterval(timer)
      if (readOr(signature) === own) rmSync(signature, { force: true })
    },
  }
}

async function isFresh(signature: string): Promise<boolean> {
  const signedAt = timeOf(signature)
  for (const since = performance.now(); performance.now() - since < watchMs; await wait(250))
    if (timeOf(signature) !== signedAt) return timeOf(signature) !== null
  return false
}

function sign(signature: string, own: string) {
  const now = new Date()
  try {
    if (readOr(signature) !== own) writeFileSync(signature, own)
    utimesSync(signature, now, now)
  } catch {
    // The disk failed for a moment; the next signature follows soon.
  }
}

function timeOf(file: string): number | null {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? null
}

function readOr(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
