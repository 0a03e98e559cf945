import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { spellPath } from '#contract/product.ts'
import type { TestApp } from '../harness/app.ts'

type JsonSchema = {
  type?: string
  properties?: Record<string, JsonSchema>
  items?: JsonSchema
  anyOf?: JsonSchema[]
  enum?: unknown[]
  const?: unknown
  format?: string
}
export type Known = { alias: string; subjectId: string; contactId: string; email: string }

/** The socket of a request, as Node passes it. */
export const from = (remoteAddress: string) => ({ incoming: { socket: { remoteAddress } } })

/** Headers that a client could send unasked. */
const inputs = {
  'x-csrf': '1',
  'user-agent': 'Zqmark-browser/1 Firefox',
  referer: 'http://localhost:3000/zqmark-referer?of=zqmark',
  authorization: 'Bearer zqmark-bearer',
  'x-forwarded-for': '198.51.100.88',
  'accept-language': 'zq-mark',
}

/** Sends every call of the contract with personal text, once valid and once invalid. */
export async function callEverything(
  app: TestApp,
  { fetch, known, cookie, address }: { fetch: TestApp['fetch']; known: Known; cookie: string; address: string },
) {
  const all = Object.values<Endpoint>(endpoints).filter(({ name }) => !leaves.has(name))
  for (const endpoint of all) {
    for (const isGood of [true, false]) {
      const headers = { ...inputs, cookie: `${cookie}; zqmark-cookie=zqmark`, 'content-type': 'application/json' }
      const init: RequestInit = { method: endpoint.method, headers }
      if (endpoint.method !== 'GET' && endpoint.method !== 'HEAD')
        init.body = isGood ? JSON.stringify(exampleOf(endpoint, known)) : '{"zqmark-broken": "zqmark'
      const answer = await fetch(new Request(new URL(pathOf(endpoint, known, isGood), app.settings.publicUrl), init), from(address))
      await answer.arrayBuffer()
    }
  }
}

/** Calls that end what the others need, so they come last. */
const leaves = new Set(['accounts.logout', 'privacy.requestDeletion', 'contacts.erase', 'cards.create'])

function pathOf({ path, query }: Endpoint, known: Known, isGood: boolean): string {
  const parts: Record<string, string> = {
    kind: 'profile',
    page: '1',
    pageSize: '9',
    tag: 'zqmark',
    format: 'csv',
    alias: known.alias,
    id: known.contactId,
  }
  const filled = spellPath(path, 'carte').replace(/:(\w+)\??/g, (_, part: string) =>
    isGood ? (parts[part] ?? 'zqmark') : `zqmark-${part}`,
  )
  const search = new URLSearchParams({ zqmark: 'zqmark-query' })
  for (const key of Object.keys(query?.shape ?? {})) search.set(key, key === 'alias' && isGood ? known.alias : `zqmark-${key}`)
  return `${filled}?${search}`
}

function exampleOf({ input }: Endpoint, known: Known): unknown {
  return input ? example(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as JsonSchema, '', known) : {}
}

function example(schema: JsonSchema, name: string, known: Known): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf?.[0]) return example(schema.anyOf[0], name, known)
  if (schema.type === 'object')
    return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([key, part]) => [key, example(part, key, known)]))
  if (schema.type === 'array') return schema.items ? [example(schema.items, name, known)] : []
  if (schema.type === 'boolean') return true
  if (schema.type === 'integer' || schema.type === 'number') return 1
  if (name === 'submissionId') return randomUUID()
  if (name === 'alias') return known.alias
  if (name === 'subjectId') return known.subjectId
  if (schema.format === 'uuid') return known.contactId
  if (schema.format === 'date-time') return new Date(0).toISOString()
  if (schema.format === 'uri') return 'https://push.example/zqmark-uri'
  return /mail|confirm/i.test(name) ? `zqmark-${name}@mail.example` : `zqmark-${name} (207) 555`
}
