import type { Dice } from '../dice.ts'
import { unsafeLinks, xssPayloads, strangeText } from './strange.ts'

export type JsonSchema = {
  type?: string
  properties?: Record<string, JsonSchema>
  additionalProperties?: JsonSchema | boolean
  required?: string[]
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  items?: JsonSchema | boolean
  prefixItems?: JsonSchema[]
  enum?: unknown[]
  const?: unknown
  format?: string
  pattern?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
}

/** A value that mostly matches the schema; for a pattern, a candidate that fits. Placeholders such as `~own.alias~` are filled in when it is sent. */
export function exampleOf(schema: JsonSchema, name: string, dice: Dice): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return dice.one(schema.enum)
  const among = schema.anyOf ?? schema.oneOf
  if (among) return exampleOf(dice.one(among) ?? {}, name, dice)
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((part) => exampleOf(part, name, dice)))
  if (schema.type === 'object') return objectOf(schema, dice)
  if (schema.type === 'array') return listOf(schema, name, dice)
  if (schema.type === 'boolean') return dice.chance(0.5)
  if (schema.type === 'integer' || schema.type === 'number') return numberFor(schema, dice)
  if (schema.type === 'null') return null
  return schema.type === 'string' ? wordOf(schema, name, dice) : dice.one(['x', 1, null, {}])
}

function objectOf({ properties = {}, required = [], additionalProperties }: JsonSchema, dice: Dice): object {
  const share = dice.one([0, 0.1, 0.5, 1])
  const chosen = Object.entries(properties).filter(([key]) => required.includes(key) || key === 'alias' || dice.chance(share))
  const made = chosen.map(([key, part]) => [key, exampleOf(part, key, dice)])
  if (typeof additionalProperties === 'object' && dice.chance(0.5)) made.push([dice.one(ids), exampleOf(additionalProperties, '', dice)])
  return Object.fromEntries(made)
}

function listOf({ items, prefixItems, minItems = 0, maxItems = 5 }: JsonSchema, name: string, dice: Dice): unknown[] {
  if (prefixItems) return prefixItems.map((part) => exampleOf(part, name, dice))
  const length = minItems + dice.below(Math.max(1, Math.min(maxItems, 5) - minItems + 1))
  return Array.from({ length }, () => exampleOf(typeof items === 'object' ? items : { type: 'string' }, name, dice))
}

function numberFor({ minimum = 0, maximum = 1000, type }: JsonSchema, dice: Dice): number {
  const low = Math.max(minimum, -1e9)
  const value = dice.one([low, Math.min(maximum, 1e9), low + dice.below(Math.min(maximum - low + 1, 1000))])
  return type === 'number' && dice.chance(0.3) ? value * 0.75 : value
}

const ids: readonly [string, ...string[]] = [
  '~own.contactId~',
  '~own.contactId~',
  '~own.contactId~',
  '~own.subjectId~',
  '~own.sessionId~',
  '~own.passkeyId~',
  '~other.contactId~',
  '~other.subjectId~',
  '~other.sessionId~',
  '018f0000-0000-7000-8000-000000000000',
]
const byName: Record<string, readonly [string, ...string[]]> = {
  alias: ['~own.alias~', '~own.alias~', '~own.alias~', '~other.alias~', 'no-such-card'],
  subjectId: ['~own.subjectId~', '~own.subjectId~', '~other.subjectId~'],
  subjectIdKey: ['~own.key~', ''],
  key: ['~own.key~', '~other.key~'],
  uId: ['~own.key~', '~other.key~'],
  clientId: ['~own.contactId~', '~other.contactId~'],
  connectedClientId: ['~own.contactId~', '~other.contactId~'],
}
/** One of these fits nearly every pattern of the contract. */
const candidates = [
  'person-~turn.number~@example.com',
  '#1f533f',
  'fresh-~turn.number~',
  'https://www.linkedin.com/in/someone',
  'https://example.com/a?b=c#d',
  '/~own.alias~/home',
  '(207) 555-0101',
  '+12075550101',
  'G-AB12CD34EF',
  '1234567890',
  '123456',
  '2026-11-20',
  '2026-11-20T10:00:00.000Z',
  '7daysAgo',
  'today',
  'en',
  'fr-CA',
  'Spring',
  'profile',
  'v1',
  '1',
  '1.2.3',
  'USD',
  'PRO',
  'customEvent:platform_used',
  'eventCount',
  'AAAA-bbbb_CCCC',
  'QUJDRA==',
  'none',
]

function wordOf({ format, pattern, minLength = 0, maxLength = 400 }: JsonSchema, name: string, dice: Dice): string {
  if (format === 'uuid') return name === 'submissionId' && dice.chance(0.8) ? '~turn.uuid~' : dice.one(byName[name] ?? ids)
  const usual = byName[name]
  if (usual && dice.chance(0.95)) return dice.one(usual)
  if (format === 'email' || /email/i.test(name)) return 'person-~turn.number~@example.com'
  if (format === 'date-time') return dice.one(['2026-11-20T10:00:00.000Z', '0001-01-01T00:00:00Z', '9999-12-31T23:59:59Z'])
  if (format === 'date') return '2026-11-20'
  if (pattern !== undefined) {
    const fits = candidates.filter((word) => new RegExp(pattern, 'u').test(word.replace(/~[\w.]+~/g, '7')))
    return dice.one(fits) ?? dice.one(candidates) ?? ''
  }
  const word = dice.chance(0.35)
    ? /link|url|route|address|endpoint/i.test(name)
      ? dice.one(unsafeLinks)
      : dice.one([...xssPayloads, ...strangeText])
    : (dice.one(candidates) ?? '')
  return word.length > maxLength ? word.slice(0, maxLength) : word.padEnd(minLength, 'x')
}
