import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Target } from './target.ts'

/** In bytes: what is held in objects, what is held beside them, and all the process has. */
export type Memory = { heap: number; external: number; resident: number }

/** What a target holds besides answers it keeps: those have an end of their own, and fill up to it meanwhile. */
export async function weigh({ app, outside }: Pick<Target, 'app' | 'outside'>): Promise<Memory> {
  for (const { needs } of [app, outside.app]) await needs.changes.write(async (_, tell) => tell('everything'))
  return memoryNow()
}

/** What is held once everything that may go has gone. */
export async function memoryNow(): Promise<Memory> {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  if (typeof collect !== 'function') throw new Error('This runtime cannot be asked to collect.')
  for (let round = 0; round < 3; round++) {
    collect()
    await new Promise((resolve) => setImmediate(resolve))
  }
  const { heapUsed, external, rss } = process.memoryUsage()
  return { heap: heapUsed, external, resident: rss }
}

const megabyte = 1024 ** 2
/** Everybody has an address of their own here: limits count as many callers as they ever do. What was freed stays with the allocators for later. */
const mayGrow: Memory = { heap: 64 * megabyte, external: 32 * megabyte, resident: 320 * megabyte }

/** What nobody lets go of, in words; none where it stays flat. */
export function growthOf({ before, after }: { before: Memory; after: Memory }): string[] {
  const kinds = ['heap', 'external', 'resident'] as const
  return kinds
    .filter((kind) => after[kind] - before[kind] > mayGrow[kind])
    .map((kind) => `${kind} memory grew from ${say(before[kind])} to ${say(after[kind])}`)
}

export const say = (bytes: number) => `${(bytes / megabyte).toFixed(1)} MB`
