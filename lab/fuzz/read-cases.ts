import { readdirSync, readFileSync } from 'node:fs'
import { z } from 'zod'

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
export type Case = z.output<typeof Case>

const folder = new URL('cases/', import.meta.url)

export const readCases = (): Case[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => z.array(Case).parse(JSON.parse(readFileSync(new URL(name, folder), 'utf8'))))
