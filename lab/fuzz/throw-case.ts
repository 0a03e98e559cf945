import { setTimeout as wait } from 'node:timers/promises'
import { converse } from './converse.ts'
import { judgeWire } from './judge.ts'
import type { Case } from './read-cases.ts'
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
