import { z } from 'zod'
import { eventData } from '#contract/connections.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { problems } from '#contract/problem.ts'
import { spellPath } from '#contract/product.ts'
import { readProductVersion } from '#server/common/product-version.ts'
import { codesOf } from './codes-of.ts'
import { beforeAnyCall, isIdempotent, problemsOf } from './problems-of.ts'

const version = readProductVersion()

/** Generates the OpenAPI document from the contract. */
export function openApi({ productName, productSlug, publicUrl }: { productName: string; productSlug: string; publicUrl: string }) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const endpoint of Object.values<Endpoint>(endpoints)) {
    for (const path of spellings(spellPath(endpoint.path, productSlug))) {
      const place = (paths[path] ??= {})
      place[endpoint.method.toLowerCase()] = operation(endpoint, path)
    }
  }
  const document = {
    openapi: '3.1.0',
    info: { title: productName, version, license: { name: 'AGPL-3.0-or-later', identifier: 'AGPL-3.0-or-later' } },
    servers: [{ url: publicUrl }],
    paths,
    webhooks: Object.fromEntries(Object.entries(eventData).map(([type, data]) => [type, webhook(type, data)])),
    components: {
      securitySchemes: {
        key: { type: 'http', scheme: 'bearer', description: 'An API key of the card (docs/api.md)' },
        owner: { type: 'apiKey', in: 'header', name: 'X-CSRF', description: 'The value 1, with the session cookie' },
      },
      schemas: { Problem: problemSchema, Refused: refusedSchema },
    },
  }
  // `required` lists names as values, not only keys.
  return JSON.parse(spellPath(JSON.stringify(document), productSlug)) as typeof document
}

/** What a connection receives (docs/webhooks.md). */
function webhook(type: string, data: z.ZodObject) {
  const body = z.object({ type: z.literal(type), timestamp: z.iso.datetime(), data })
  return {
    post: {
      operationId: type,
      requestBody: { required: true, content: { 'application/json': { schema: schemaOf(body, 'output') } } },
      responses: { '2XX': { description: 'Received' } },
    },
  }
}

/** OpenAPI has no optional path parameters, so `:name?` becomes two paths. */
function spellings(path: string): string[] {
  const braces = (text: string) => text.replace(/:(\w+)\??/g, '{$1}')
  return path.endsWith('?') ? [braces(path.replace(/\/:\w+\?$/, '')), braces(path)] : [braces(path)]
}

function operation(endpoint: Endpoint, path: string) {
  const { name, summary, access, limit, params, query, input, rawBody, output, errorFormat } = endpoint
  const problemNames = problemsOf(endpoint)
  return {
    operationId: path.endsWith('{version}') && endpoint.path.endsWith('?') ? `${name}.version` : name,
    tags: [name.split('.')[0]],
    summary,
    'x-access': access,
    'x-problems': problemNames,
    'x-codes': codesOf(endpoint),
    ...(limit ? { 'x-limit': limit } : {}),
    ...securityOf(endpoint),
    parameters: [
      ...fields(params, 'path').filter((field) => path.includes(`{${field.name}}`)),
      ...fields(query, 'query'),
      ...(isIdempotent(endpoint) ? [idempotencyKey] : []),
    ],
    ...(input ? { requestBody: { required: true, content: { 'application/json': { schema: schemaOf(input, 'input') } } } } : {}),
    ...(rawBody ? { requestBody: fileBody(rawBody) } : {}),
    responses: { ...goodAnswer(output), ...problemAnswers(problemNames, errorFormat) },
  }
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  schema: { type: 'string', minLength: 1, maxLength: 255 },
  description: 'The same request with the same key within 24 hours gets the same answer, and happens once',
}

/** Scopes are named for bearer schemes too since OpenAPI 3.1. */
function securityOf({ access, scope }: Endpoint) {
  if (access === 'anyone') return {}
  return { security: [access === 'key' ? { key: [scope] } : { owner: [] }] }
}

/** A binary body, which is an empty schema in OpenAPI 3.1. */
const fileBody = ({ types, bytesMax }: NonNullable<Endpoint['rawBody']>) => ({
  required: true,
  description: `The file itself, at most ${bytesMax} bytes`,
  content: Object.fromEntries(types.map((type) => [type, {}])),
})

function fields(schema: z.ZodObject | undefined, place: 'path' | 'query') {
  return Object.entries(schema?.shape ?? {}).map(([name, field]) => ({
    name,
    in: place,
    required: place === 'path' || !z.safeParse(field, undefined).success,
    schema: schemaOf(field as z.ZodType, 'input'),
  }))
}

function goodAnswer(output: Endpoint['output']) {
  if (output instanceof z.ZodType)
    return { 200: { description: 'OK', content: { 'application/json': { schema: schemaOf(output, 'output') } } } }
  if ('media' in output) return { 200: { description: 'The file', content: Object.fromEntries(output.media.map((type) => [type, {}])) } }
  return { [output.status]: { description: output.status === 302 ? 'Redirect' : 'No content' } }
}

const asProblem = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } }
const asFlag = { 'application/json': { schema: { $ref: '#/components/schemas/Refused' } } }

function problemAnswers(names: readonly (keyof typeof problems)[], errorFormat: Endpoint['errorFormat']) {
  const contentOf = (group: typeof names) => {
    if (errorFormat !== 'success-flag') return asProblem
    return group.some((name) => beforeAnyCall.some((early) => early === name)) ? { ...asFlag, ...asProblem } : asFlag
  }
  const byStatus = Object.groupBy(names, (name) => problems[name].status)
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, group = []]) => [status, { description: group.join(', '), content: contentOf(group) }]),
  )
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output') {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}

const text = { type: 'string' } as const
const valuesSchema = { type: 'object', additionalProperties: { type: ['string', 'number'] } } as const
const codedSchema = {
  code: text,
  values: valuesSchema,
  issues: { type: 'array', items: { type: 'object', properties: { path: text, message: text, code: text, values: valuesSchema } } },
} as const

const typeSchema = { type: 'string', enum: Object.keys(problems).map((name) => `/problems/${name}`) }

const problemSchema = {
  type: 'object',
  required: ['type', 'title', 'status'],
  properties: { type: typeSchema, title: text, status: { type: 'integer' }, detail: text, requestId: text, ...codedSchema },
}

const refusedSchema = {
  type: 'object',
  required: ['success', 'message', 'type', 'requestId'],
  properties: { success: { const: 0 }, message: text, type: typeSchema, requestId: text, ...codedSchema },
}
