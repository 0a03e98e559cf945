import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { converse } from './converse.ts'
import { judgeWire } from './judge.ts'
import type { Target } from './target.ts'
import { ask } from './throw-at.ts'
import { cookieFor, fillIn, type World } from './world.ts'

/** What is wrong with the answer to a case, or null. */
export async function throwCase(target: Target, world: World, { wire, body, isOutside, ...call }: Case): Promise<string | null> {
  const before = target.complaints.length
  const fault = wire ? await sayAll(target, world, call.as, wire) : await askOnce()
  // A complaint may come after the answer, and after whoever asked has gone.
  await wait(20)
  return fault ?? target.complaints.slice(before).map(({ event }) => event)[0] ?? null

  async function askOnce() {
    const bytes = typeof body === 'object' ? Buffer.from(body.base64, 'base64') : body
    return (await ask(target, world, { ...call, ...(isOutside ? { isOutside } : {}), ...(bytes === undefined ? {} : { body: bytes }) }, 0))
      .fault
  }
}

async function sayAll(target: Target, world: World, as: Case['as'], wire: readonly string[]): Promise<string | null> {
  const cookie = cookieFor(world, as)
  const pieces = wire.map((piece) =>
    Buffer.from(fillIn(piece, world, as, 0).replace('~cookie~', cookie ? `Cookie: ${cookie}` : 'X: 1'), 'latin1'),
  )
  const { said, isHung } = await converse(target.port, pieces, 5000)
  return isHung ? 'hangs on the wire' : judgeWire(said)
}

/** A call that once went wrong: as `npm run fuzz` prints it, and why it is kept. `wire` is a conversation instead, piece by piece, in letters of one byte each. */
const Case = z.object({
  why: z.string(),
  name: z.string().default(''),
  as: z.enum(['visitor', 'owner', 'operator', 'leaver']).default('visitor'),
  method: z.string().default('GET'),
  path: z.string().default('/'),
  headers: z.record(z.string(), z.string()).default({}),
  body: z.union([z.string(), z.object({ base64: z.base64() })]).optional(),
  isOutside: z.literal(true).optional(),
  wire: z.array(z.string()).optional(),
})
type Case = z.output<typeof Case>

const folder = new URL('cases/', import.meta.url)

export const readCases = (): Case[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => z.array(Case).parse(JSON.parse(readFileSync(new URL(name, folder), 'utf8'))))
