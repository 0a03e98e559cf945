import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** In bytes: what is held in objects, what is held beside them, and all the process has. */
export type Memory = { heap: number; external: number; resident: number }
/** And what of it answers are kept in, which has an end of its own. */
export type Weighed = Memory & { kept: number }

export async function weigh({ port }: { port: number }): Promise<Weighed> {
  const told = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  const kept = /^carte_kept_answers_bytes (\d+)$/m.exec(told)?.[1]
  if (kept === undefined) throw new Error('It does not tell what it keeps.')
  return { ...(await memoryNow()), kept: Number(kept) }
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
/** What was freed is not given back at once. */
const mayGrow: Memory = { heap: 24 * megabyte, external: 32 * megabyte, resident: 160 * megabyte }
/** Answers lie beside the heap. */
const besideKept = ({ heap, external, resident, kept }: Weighed): Memory => ({ heap, external: external - kept, resident: resident - kept })

/** What nobody lets go of, in words; none where it stays flat. */
export function growthOf(memory: { before: Weighed; after: Weighed }): string[] {
  const [before, after] = [besideKept(memory.before), besideKept(memory.after)]
  const kinds = ['heap', 'external', 'resident'] as const
  return kinds
    .filter((kind) => after[kind] - before[kind] > mayGrow[kind])
    .map((kind) => `${kind} memory beside kept answers grew from ${say(before[kind])} to ${say(after[kind])}`)
}

export const say = (bytes: number) => `${(bytes / megabyte).toFixed(1)} MB`
