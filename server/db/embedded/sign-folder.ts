import { readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { Refusal } from '#server/refusal.ts'
import type { Places } from './places.ts'

const signEveryMs = 4000
const watchMs = 10_000

/**
 * Two machines or two containers can share a folder and see nothing of one another's processes. So the owner signs it
 * every few seconds. A stranger's signature is watched, not compared with our clock, before it is believed to be dead.
 */
export async function signFolder({ signature, dir }: Places): Promise<Disposable> {
  const signer = readOr(signature)
  if (signer && signer !== hostname() && (await isFresh(signature))) {
    throw new Refusal(`Carte is already running on ${dir}, on ${signer}. Stop it first, or choose another DATA_DIR.`)
  }
  writeFileSync(signature, hostname())
  const timer = setInterval(() => sign(signature), signEveryMs).unref()
  return {
    [Symbol.dispose]() {
      clearInterval(timer)
      rmSync(signature, { force: true })
    },
  }
}

async function isFresh(signature: string): Promise<boolean> {
  const seen = timeOf(signature)
  for (const since = Date.now(); Date.now() - since < watchMs; await wait(250))
    if (timeOf(signature) !== seen) return timeOf(signature) !== null
  return false
}

function sign(signature: string) {
  const now = new Date()
  try {
    utimesSync(signature, now, now)
  } catch {
    // The disk is away for a moment, or somebody tidied up: the next one will do.
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
