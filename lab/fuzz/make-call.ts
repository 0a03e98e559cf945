import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { spellKeys, spellPath } from '#contract/product.ts'
import type { StripeEvent } from '../../tests/stand-ins/stripe.ts'
import type { Dice } from '../dice.ts'
import { exampleOf, type JsonSchema } from './example.ts'
import { oddHeaders } from './odd-headers.ts'
import { pictures } from './pictures.ts'
import { mutateBytes } from './mutate-bytes.ts'
import { corruptJson, corruptValue, corruptText } from './corrupt.ts'
import { xssPayloads, strangeText } from './strange.ts'
import { validInputs, type ValidInput } from './valid-input.ts'

/** `leaver`: an owner whose sessions, password and cards may end. */
export type Who = 'visitor' | 'owner' | 'admin' | 'leaver'
/** A call as pasted into a case: placeholders between `~` are filled in when it is sent. */
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
  const cached = known.get(schema)
  if (cached) return cached
  const made = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema
  known.set(schema, made)
  return made
}

/** Earlier events of the payment provider, to be sent again. */
export type ProviderEvents = readonly StripeEvent[]
type Flaw = 'nothing' | 'body' | 'spelling' | 'address' | 'headers' | 'who'
const flaws = ['nothing', 'nothing', 'body', 'body', 'spelling', 'address', 'headers', 'who'] as const

export const names = all.map(({ name }) => name)

/** A call of every endpoint in turn. A quarter are valid, the others have one flaw. */
export function aCall(turn: number, dice: Dice, events: ProviderEvents): Call {
  const endpoint = all[turn % all.length] ?? all[0]
  if (!endpoint) throw new Error('The contract is empty.')
  return callOf(
    endpoint,
    { flaw: dice.one(flaws), valid: dice.chance(0.85) ? validInputs[endpoint.name] : { as: validInputs[endpoint.name]?.as } },
    dice,
    events,
  )
}

/** A valid call. */
export function aValidCall(name: string, dice: Dice, events: ProviderEvents): Call {
  const endpoint = all.find((one) => one.name === name)
  if (!endpoint) throw new Error(`There is no call ${name}.`)
  return callOf(endpoint, { flaw: 'nothing', valid: validInputs[name] }, dice, events)
}

function callOf(
  endpoint: Endpoint,
  { flaw, valid = {} }: { flaw: Flaw; valid: ValidInput | undefined },
  dice: Dice,
  events: ProviderEvents,
): Call {
  const { access, method, name, input, rawBody } = endpoint
  const usual: Who = access === 'anyone' ? dice.one(['visitor', 'visitor', 'owner']) : access === 'key' ? 'owner' : access
  const as = flaw === 'who' ? dice.one<Who>(['visitor', 'owner', 'admin']) : (valid.as ?? usual)
  const headers: Record<string, string> = { 'x-csrf': '1', 'x-forwarded-for': anAddress(dice) }
  const call: Call = { name, as, method, path: pathOf(endpoint, flaw === 'address', valid, dice), headers }
  if (access === 'key' && as !== 'visitor') headers.authorization = 'Bearer ~own.accessKey~'
  if (valid.isOutside) call.isOutside = true
  if (name === 'billing.receiveEvent') {
    headers['stripe-signature'] = '~signed~'
    headers['content-type'] = 'application/json'
    call.body = jsonOf(dice.one(events), flaw, dice)
  } else if (valid.body !== undefined) {
    call.body = flaw === 'body' ? corruptText(valid.body, dice) : valid.body
  } else if (rawBody) {
    headers['content-type'] = dice.one(['image/png', 'image/jpeg', 'image/webp', 'image/svg+xml', 'application/octet-stream'])
    call.body = flaw === 'nothing' ? aPicture(dice) : aFileBody(dice)
  } else if (input) {
    headers['content-type'] = 'application/json'
    const random = exampleOf(schemaOf(input), '', dice)
    call.body = jsonOf(spellKeys(valid.input ? { ...Object(random), ...valid.input } : random, 'carte'), flaw, dice)
  }
  Object.assign(headers, valid.headers)
  if (flaw === 'headers') oddHeaders(headers, dice)
  return call
}

const anAddress = (dice: Dice) => `10.${dice.below(256)}.${dice.below(256)}.${dice.below(256)}`

function jsonOf(made: unknown, flaw: Flaw, dice: Dice): string {
  const value = flaw === 'body' ? corruptValue(made, dice) : made
  return flaw === 'spelling' ? corruptJson(value, dice) : (JSON.stringify(value) ?? 'null')
}

function pathOf({ path, query, params }: Endpoint, isWrong: boolean, valid: ValidInput, dice: Dice): string {
  const shape = params ? schemaOf(params).properties : {}
  const part = (name: string) => {
    const wanted = isWrong ? undefined : valid.params?.[name]
    // Filled in when it is sent.
    if (wanted !== undefined) return wanted
    const made =
      isWrong && dice.chance(0.7) ? dice.one([...strangeText, ...xssPayloads]) : exampleOf(shape?.[name] ?? { type: 'string' }, name, dice)
    const word = String(made).slice(0, 1500)
    // A lone surrogate has no encoding.
    return isWrong && dice.chance(0.1) ? '%ff%c0%80' : encodeURIComponent(word.toWellFormed())
  }
  const filled = spellPath(path, 'carte').replace(/\/:(\w+)(\?)?/g, (_, name: string, isSpare?: string) =>
    isSpare && valid.params?.[name] === undefined && dice.chance(0.7) ? '' : `/${part(name)}`,
  )
  const words = (isWrong ? undefined : valid.query) ?? (query ? exampleOf(schemaOf(query), '', dice) : {})
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(words as object))
    search.append(key, String(isWrong && dice.chance(0.5) ? dice.one(strangeText) : value))
  if (isWrong && dice.chance(0.3)) search.append(dice.one(strangeText), dice.one(xssPayloads))
  const spelled = search.toString().replaceAll('%7E', '~')
  return spelled ? `${filled}?${spelled}` : filled
}

const seeds = Object.values(pictures).map((text) => Buffer.from(text, 'base64'))
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="window.__ran=1" width="20" height="20"><script>1</script></svg>')

/** An image, mostly with mutated bytes. */
function aFileBody(dice: Dice): Buffer {
  const file = dice.one([...seeds, svg]) ?? svg
  return dice.chance(0.2) ? file : mutateBytes(file, dice)
}

const aPicture = (dice: Dice): Buffer => dice.one(seeds) ?? svg
