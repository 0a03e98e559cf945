import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { spellKeys, spellPath } from '#contract/product.ts'
import type { Dice } from './dice.ts'
import { exampleOf, type JsonSchema } from './example.ts'
import { aFileBody } from './files.ts'
import { oddHeaders } from './odd-headers.ts'
import { spell, spoil } from './spoil.ts'
import { runners, strangeText } from './strange.ts'

export type Who = 'visitor' | 'owner' | 'operator'
/** A call as it can be pasted into a case: words between `~` are filled in when it is sent. */
export type Call = { name: string; as: Who; method: string; path: string; headers: Record<string, string>; body?: string | Uint8Array }

const all = Object.values<Endpoint>(endpoints)
const known = new Map<z.ZodType, JsonSchema>()

function schemaOf(schema: z.ZodType): JsonSchema {
  const seen = known.get(schema)
  if (seen) return seen
  const made = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema
  known.set(schema, made)
  return made
}

/** Every endpoint in turn, so that none is left to luck. A third are as the contract has them, the others have one thing wrong. */
export function aCall(turn: number, dice: Dice): Call {
  const endpoint = all[turn % all.length] ?? all[0]
  if (!endpoint) throw new Error('The contract is empty.')
  const { access, method, name, input, takes } = endpoint
  const wrong = dice.one(['nothing', 'nothing', 'body', 'body', 'spelling', 'address', 'headers', 'who'])
  const meant: Who = access === 'anyone' ? dice.one(['visitor', 'visitor', 'owner']) : access
  const as = wrong === 'who' ? dice.one<Who>(['visitor', 'owner', 'operator']) : meant
  const headers: Record<string, string> = {
    'x-csrf': '1',
    'x-forwarded-for': `10.${dice.below(256)}.${dice.below(256)}.${dice.below(256)}`,
  }
  const call: Call = { name, as, method, path: pathOf(endpoint, wrong === 'address', dice), headers }
  if (takes) {
    headers['content-type'] = dice.one(['image/png', 'image/jpeg', 'image/webp', 'image/svg+xml', 'application/octet-stream'])
    call.body = aFileBody(dice)
  } else if (input) {
    headers['content-type'] = 'application/json'
    const made = spellKeys(exampleOf(schemaOf(input), '', dice), 'carte')
    const value = wrong === 'body' ? spoil(made, dice) : made
    call.body = wrong === 'spelling' ? spell(value, dice) : (JSON.stringify(value) ?? 'null')
  }
  if (wrong === 'headers') oddHeaders(headers, dice)
  return call
}

function pathOf({ path, query, params }: Endpoint, isWrong: boolean, dice: Dice): string {
  const shape = params ? schemaOf(params).properties : {}
  const part = (name: string) => {
    const made =
      isWrong && dice.chance(0.7) ? dice.one([...strangeText, ...runners]) : exampleOf(shape?.[name] ?? { type: 'string' }, name, dice)
    const word = String(made).slice(0, 1500)
    // A half of a letter has no encoding.
    return isWrong && dice.chance(0.1) ? '%ff%c0%80' : encodeURIComponent(word.toWellFormed())
  }
  const filled = spellPath(path, 'carte').replace(/\/:(\w+)(\?)?/g, (_, name: string, isSpare?: string) =>
    isSpare && dice.chance(0.7) ? '' : `/${part(name)}`,
  )
  const words = query ? exampleOf(schemaOf(query), '', dice) : {}
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(words as object))
    search.append(key, String(isWrong && dice.chance(0.5) ? dice.one(strangeText) : value))
  if (isWrong && dice.chance(0.3)) search.append(dice.one(strangeText), dice.one(runners))
  const spelled = search.toString().replaceAll('%7E', '~')
  return spelled ? `${filled}?${spelled}` : filled
}
