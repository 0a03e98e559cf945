import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { problems } from '#contract/problem.ts'
import { spellPath } from '#contract/product.ts'
import { readProductVersion } from '#server/product-version.ts'
import { beforeAnyCall, refusalsOf } from './refusals-of.ts'

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
    components: {
      securitySchemes: {
        owner: { type: 'apiKey', in: 'header', name: 'X-CSRF', description: 'The value 1, beside the session’s cookie' },
      },
      schemas: { Problem: problemSchema, Refused: refusedSchema },
    },
  }
  // `required` lists names as values, not only keys.
  return JSON.parse(spellPath(JSON.stringify(document), productSlug)) as typeof document
}

/** OpenAPI has no optional path parameters, so `:name?` becomes two paths. */
function spellings(path: string): string[] {
  const braces = (text: string) => text.replace(/:(\w+)\??/g, '{$1}')
  return path.endsWith('?') ? [braces(path.replace(/\/:\w+\?$/, '')), braces(path)] : [braces(path)]
}

function operation(endpoint: Endpoint, path: string) {
  const { name, summary, access, limit, params, query, input, takes, output, refusesWith } = endpoint
  const refusals = refusalsOf(endpoint)
  return {
    operationId: path.endsWith('{version}') && endpoint.path.endsWith('?') ? `${name}.version` : name,
    tags: [name.split('.')[0]],
    summary,
    'x-access': access,
    'x-problems': refusals,
    ...(limit ? { 'x-limit': limit } : {}),
    ...(access === 'anyone' ? {} : { security: [{ owner: [] }] }),
    parameters: [...fields(params, 'path').filter((field) => path.includes(`{${field.name}}`)), ...fields(query, 'query')],
    ...(input ? { requestBody: { required: true, content: { 'application/json': { schema: schemaOf(input, 'input') } } } } : {}),
    ...(takes ? { requestBody: fileBody(takes) } : {}),
    responses: { ...goodAnswer(output), ...refusalAnswers(refusals, refusesWith) },
  }
}

/** A binary body, which is an empty schema in OpenAPI 3.1. */
const fileBody = ({ types, bytesMax }: NonNullable<Endpoint['takes']>) => ({
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
    return { 200: { description: 'As asked', content: { 'application/json': { schema: schemaOf(output, 'output') } } } }
  if ('media' in output) return { 200: { description: 'The file', content: Object.fromEntries(output.media.map((type) => [type, {}])) } }
  return { [output.status]: { description: output.status === 302 ? 'Leads on' : 'Nothing to say' } }
}

const asProblem = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } }
const asFlag = { 'application/json': { schema: { $ref: '#/components/schemas/Refused' } } }

function refusalAnswers(names: readonly (keyof typeof problems)[], refusesWith: Endpoint['refusesWith']) {
  const contentOf = (group: typeof names) => {
    if (refusesWith !== 'success-flag') return asProblem
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

const problemSchema = {
  type: 'object',
  required: ['type', 'title', 'status'],
  properties: {
    type: { type: 'string', enum: Object.keys(problems).map((name) => `/problems/${name}`) },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    requestId: { type: 'string' },
    faults: { type: 'array', items: { type: 'object', properties: { path: { type: 'string' }, message: { type: 'string' } } } },
  },
}

const refusedSchema = {
  type: 'object',
  required: ['success', 'message', 'requestId'],
  properties: { success: { const: 0 }, message: { type: 'string' }, requestId: { type: 'string' } },
}
