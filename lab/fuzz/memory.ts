import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Target } from './target.ts'

/** In bytes: objects, buffers outside the heap, and the whole process. */
export type Memory = { heap: number; external: number; resident: number }

/** Memory without the response caches, which are bounded and fill up during a run. */
export async function measureMemory({ app, outside }: Pick<Target, 'app' | 'outside'>): Promise<Memory> {
  for (const { deps } of [app, outside.app]) await deps.changes.write(async (_, emit) => emit('everything'))
  return memoryNow()
}

/** Memory after garbage collection. */
export async function memoryNow(): Promise<Memory> {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  if (typeof collect !== 'function') throw new Error('This runtime has no garbage collection on demand.')
  for (let round = 0; round < 3; round++) {
    collect()
    await new Promise((resolve) => setImmediate(resolve))
  }
  const { heapUsed, external, rss } = process.memoryUsage()
  return { heap: heapUsed, external, resident: rss }
}

const megabyte = 1024 ** 2
/** Every request has a client address of its own, so the rate limit tables fill up. Allocators keep freed memory. */
const growthMax: Memory = { heap: 64 * megabyte, external: 32 * megabyte, resident: 320 * megabyte }

/** Describes memory that grew; empty if it stayed flat. */
export function growthOf({ before, after }: { before: Memory; after: Memory }): string[] {
  const kinds = ['heap', 'external', 'resident'] as const
  return kinds
    .filter((kind) => after[kind] - before[kind] > growthMax[kind])
    .map((kind) => `${kind} memory grew from ${formatBytes(before[kind])} to ${formatBytes(after[kind])}`)
}

export const formatBytes = (bytes: number) => `${(bytes / megabyte).toFixed(1)} MB`
