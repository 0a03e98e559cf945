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
export async function signFolder({ signature, dir }: Places): Promise<Disposable & { begin(): void }> {
  const [signer = ''] = readOr(signature).split('\n')
  if (signer && signer !== hostname() && (await isFresh(signature))) {
    throw new Refusal(`Carte is already running on ${dir}, on ${signer}. Stop it first, or choose another DATA_DIR.`)
  }
  // On this machine the database itself tells who owns it; until it has, a signature that is there stays.
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
  const seen = timeOf(signature)
  for (const since = performance.now(); performance.now() - since < watchMs; await wait(250))
    if (timeOf(signature) !== seen) return timeOf(signature) !== null
  return false
}

function sign(signature: string, own: string) {
  const now = new Date()
  try {
    if (readOr(signature) !== own) writeFileSync(signature, own)
    utimesSync(signature, now, now)
  } catch {
    // The disk is away for a moment: the next one will do.
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
