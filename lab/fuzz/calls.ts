import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { spellKeys, spellPath } from '#contract/product.ts'
import type { StripeEvent } from '../../tests/stand-ins/stripe.ts'
import type { Dice } from '../dice.ts'
import { exampleOf, type JsonSchema } from './example.ts'
import { oddHeaders } from './odd-headers.ts'
import { pictures } from './pictures.ts'
import { shake } from './shake.ts'
import { spell, spoil, spoilWord } from './spoil.ts'
import { runners, strangeText } from './strange.ts'
import { wellMeant, type Meant } from './well-meant.ts'

/** A leaver is an owner, too: one whose sessions, password and cards may end. */
export type Who = 'visitor' | 'owner' | 'operator' | 'leaver'
/** A call as it can be pasted into a case: words between `~` are filled in when it is sent. */
export type Call = {
  name: string
  as: Who
  method: string
  path: string
  headers: Record<string, string>
  body?: string | Uint8Array
  isOutside?: true
}

const all = Object.values<Endpoint>(endpoints)
const known = new Map<z.ZodType, JsonSchema>()

function schemaOf(schema: z.ZodType): JsonSchema {
  const seen = known.get(schema)
  if (seen) return seen
  const made = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema
  known.set(schema, made)
  return made
}

/** What a payment provider told before, to be told again. */
export type Heard = readonly StripeEvent[]
type Wrong = 'nothing' | 'body' | 'spelling' | 'address' | 'headers' | 'who'
const wrongs = ['nothing', 'nothing', 'body', 'body', 'spelling', 'address', 'headers', 'who'] as const

export const names = all.map(({ name }) => name)

/** Every endpoint in turn, so that none is left to luck. A third are as the contract has them, the others have one thing wrong. */
export function aCall(turn: number, dice: Dice, heard: Heard): Call {
  const endpoint = all[turn % all.length] ?? all[0]
  if (!endpoint) throw new Error('The contract is empty.')
  return callOf(
    endpoint,
    { wrong: dice.one(wrongs), meant: dice.chance(0.85) ? wellMeant[endpoint.name] : { as: wellMeant[endpoint.name]?.as } },
    dice,
    heard,
  )
}

/** As somebody asks who means well. */
export function aGoodCall(name: string, dice: Dice, heard: Heard): Call {
  const endpoint = all.find((one) => one.name === name)
  if (!endpoint) throw new Error(`There is no call ${name}.`)
  return callOf(endpoint, { wrong: 'nothing', meant: wellMeant[name] }, dice, heard)
}

function callOf(endpoint: Endpoint, { wrong, meant = {} }: { wrong: Wrong; meant: Meant | undefined }, dice: Dice, heard: Heard): Call {
  const { access, method, name, input, takes } = endpoint
  const usual: Who = access === 'anyone' ? dice.one(['visitor', 'visitor', 'owner']) : access
  const as = wrong === 'who' ? dice.one<Who>(['visitor', 'owner', 'operator']) : (meant.as ?? usual)
  const headers: Record<string, string> = { 'x-csrf': '1', 'x-forwarded-for': anAddress(dice) }
  const call: Call = { name, as, method, path: pathOf(endpoint, wrong === 'address', meant, dice), headers }
  if (meant.isOutside) call.isOutside = true
  if (name === 'billing.hear') {
    headers['stripe-signature'] = '~signed~'
    headers['content-type'] = 'application/json'
    call.body = wordsOf(dice.one(heard), wrong, dice)
  } else if (meant.body !== undefined) {
    call.body = wrong === 'body' ? spoilWord(meant.body, dice) : meant.body
  } else if (takes) {
    headers['content-type'] = dice.one(['image/png', 'image/jpeg', 'image/webp', 'image/svg+xml', 'application/octet-stream'])
    call.body = wrong === 'nothing' ? aPicture(dice) : aFileBody(dice)
  } else if (input) {
    headers['content-type'] = 'application/json'
    const drawn = exampleOf(schemaOf(input), '', dice)
    call.body = wordsOf(spellKeys(meant.input ? { ...Object(drawn), ...meant.input } : drawn, 'carte'), wrong, dice)
  }
  Object.assign(headers, meant.headers)
  if (wrong === 'headers') oddHeaders(headers, dice)
  return call
}

const anAddress = (dice: Dice) => `10.${dice.below(256)}.${dice.below(256)}.${dice.below(256)}`

function wordsOf(made: unknown, wrong: Wrong, dice: Dice): string {
  const value = wrong === 'body' ? spoil(made, dice) : made
  return wrong === 'spelling' ? spell(value, dice) : (JSON.stringify(value) ?? 'null')
}

function pathOf({ path, query, params }: Endpoint, isWrong: boolean, meant: Meant, dice: Dice): string {
  const shape = params ? schemaOf(params).properties : {}
  const part = (name: string) => {
    const wanted = isWrong ? undefined : meant.params?.[name]
    // Filled in when it is sent.
    if (wanted !== undefined) return wanted
    const made =
      isWrong && dice.chance(0.7) ? dice.one([...strangeText, ...runners]) : exampleOf(shape?.[name] ?? { type: 'string' }, name, dice)
    const word = String(made).slice(0, 1500)
    // A half of a letter has no encoding.
    return isWrong && dice.chance(0.1) ? '%ff%c0%80' : encodeURIComponent(word.toWellFormed())
  }
  const filled = spellPath(path, 'carte').replace(/\/:(\w+)(\?)?/g, (_, name: string, isSpare?: string) =>
    isSpare && meant.params?.[name] === undefined && dice.chance(0.7) ? '' : `/${part(name)}`,
  )
  const words = (isWrong ? undefined : meant.query) ?? (query ? exampleOf(schemaOf(query), '', dice) : {})
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(words as object))
    search.append(key, String(isWrong && dice.chance(0.5) ? dice.one(strangeText) : value))
  if (isWrong && dice.chance(0.3)) search.append(dice.one(strangeText), dice.one(runners))
  const spelled = search.toString().replaceAll('%7E', '~')
  return spelled ? `${filled}?${spelled}` : filled
}

const seeds = Object.values(pictures).map((text) => Buffer.from(text, 'base64'))
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="window.__ran=1" width="20" height="20"><script>1</script></svg>')

/** A file that was a picture, or says that it is one. */
function aFileBody(dice: Dice): Buffer {
  const file = dice.one([...seeds, svg]) ?? svg
  return dice.chance(0.2) ? file : shake(file, dice)
}

const aPicture = (dice: Dice): Buffer => dice.one(seeds) ?? svg
