import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { sendRaw } from './send-raw.ts'
import { findRawIssue } from './find-issue.ts'
import type { Target } from './target.ts'
import { sendRequest } from './send-input.ts'
import { cookieFor, fillIn, type World } from './world.ts'

/** Sends a case again; returns what is wrong with the response, or null. */
export async function replayCase(target: Target, world: World, { wire, body, isOutside, ...call }: Case): Promise<string | null> {
  const before = target.loggedErrors.length
  const issue = wire ? await sendAll(target, world, call.as, wire) : await askOnce()
  // An error can be logged after the response, or after the client has left.
  await wait(20)
  return issue ?? target.loggedErrors.slice(before).map(({ event }) => event)[0] ?? null

  async function askOnce() {
    const bytes = typeof body === 'object' ? Buffer.from(body.base64, 'base64') : body
    return (
      await sendRequest(target, world, { ...call, ...(isOutside ? { isOutside } : {}), ...(bytes === undefined ? {} : { body: bytes }) }, 0)
    ).issue
  }
}

async function sendAll(target: Target, world: World, as: Case['as'], wire: readonly string[]): Promise<string | null> {
  const cookie = cookieFor(world, as)
  const pieces = wire.map((piece) =>
    Buffer.from(fillIn(piece, world, as, 0).replace('~cookie~', cookie ? `Cookie: ${cookie}` : 'X: 1'), 'latin1'),
  )
  const { text, isHung } = await sendRaw(target.port, pieces, 5000)
  return isHung ? 'a raw connection hangs' : findRawIssue(text)
}

/** A call that once failed, as `npm run fuzz` prints it, with the reason. `wire` is a raw conversation instead: chunks of one-byte characters. */
const Case = z.object({
  why: z.string(),
  name: z.string().default(''),
  as: z.enum(['visitor', 'owner', 'admin', 'leaver']).default('visitor'),
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
