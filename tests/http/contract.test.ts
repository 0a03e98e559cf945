import { existsSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { scopes } from '#contract/access-key-choices.ts'
import { draftIssueCodes } from '#contract/cards/draft-issues.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { eventTypes } from '#contract/connection-choices.ts'
import { endpoints } from '#contract/endpoints.ts'
import { inputIssueCodes, schemaIssueCodes } from '#contract/input-issues.ts'
import { problems } from '#contract/problem.ts'
import { codesOf } from '#server/http/calls/codes-of.ts'
import { exampleBodies } from '#server/http/calls/example-bodies.ts'
import { theApp } from '../harness/app.ts'

const app = await theApp()

/** The rows of both specifications' tables of calls, with the contract's parameter names. */
const specified = [
  'GET /remote/subscription/me/plans',
  'GET /remote/subscription/me/subscriptions',
  'POST /remote/subscription/me/subscribe',
  'POST /remote/api/clients/connected-clients/search/{}/{}/{}',
  'POST /remote/api/clients/connected-clients/set-viewed',
  'POST /remote/api/clients/connected-clients/export-client/{}',
  'POST /remote/api/clients/connected-clients/update-owner-notes',
  'POST /remote/api/public/get-analytics-report',
  'POST /remote/api/public/connect-client',
  'GET /remote/api/public/e-card-settings',
  'GET /remote/api/public/e-card-by-alias/{}',
  'GET /remote/api/public/e-card-by-alias/{}/{}',
  'GET /remote/api/public/homepage-settings',
  'GET /remote/api/public/subject-grade-services',
  'GET /remote/api/public/subject-grade-service-components',
  'GET /remote/api/public/client-zillow-lender-reviews/{}',
  'GET /remote/api/public/client-zillow-reviews/{}/zwsid/{}',
  'GET /remote/api/public/client-zillow-reviews-fallback/{}/b-name/{}/zwsid/{}',
  'GET /remote/api/public/latest-version-history/{}/{}',
  'GET /remote/api/public/virtual-tour-steps/{}',
  'GET /remote/api/public/shorten-url/',
  'POST /remote/api/public/carte-log',
  'POST /remote/api/carte-settings/get-stories',
  'GET /bff/user',
  'GET /bff/login',
  'GET /bff/silent-login',
  'GET /remote/api/carte/get-subscriptions',
  'POST /remote/api/carte/update-settings',
  'POST /remote/api/carte/update-application-settings',
  'POST /remote/api/carte/update-location-settings',
  'POST /remote/api/carte/notifications-subscribe',
  'POST /remote/api/carte/notifications-get-subscription',
  'HEAD /remote/api',
  'GET /api/public/client-image/{}/ECardImage/{}',
  'GET /api/public/client-image/{}/OfficeLogo/{}',
  'GET /api/public/client-image/{}/ProfileImage/{}',
  'GET /api/public/client-image/logo/{}/{}/OfficeLogo/{}',
  'GET /api/public/client-image/get-logo/OfficeLogo/{}/lg/{}/th/{}/{}',
  'GET /api/public/background-image/{}/bg/{}/th/{}/{}',
  'GET /api/public/client-icon/{}/ProfileImage/192/{}',
  'GET /api/public/client/{}/v-card/{}',
  'GET /api/public/client-image-resized/{}/ProfileImage/220',
]

const all = Object.values<Endpoint>(endpoints)

type OpenApi = {
  openapi: string
  webhooks: Record<string, { post: { requestBody: { content: Record<string, { schema: object }> } } }>
  paths: Record<
    string,
    Record<
      string,
      {
        operationId: string
        'x-access': string
        'x-problems': string[]
        'x-codes': string[]
        responses: object
        parameters: { name: string; in: string }[]
      }
    >
  >
}
const document = async () => (await (await app.ask('/openapi.json')).json()) as OpenApi

describe('the contract', () => {
  test('describes what connections receive', async () => {
    const { webhooks } = await document()
    expect(Object.keys(webhooks)).toEqual([...eventTypes])
    const { schema } = webhooks['contact.created']?.post.requestBody.content['application/json'] ?? {}
    expect(schema).toMatchObject({ properties: { type: { const: 'contact.created' }, data: { required: ['card', 'contact'] } } })
  })

  test('API-1 declares every call of both specifications', async () => {
    const { paths } = await document()
    const declared = Object.entries(paths).flatMap(([path, calls]) =>
      Object.keys(calls).map((method) => `${method.toUpperCase()} ${path.replace(/\{\w+\}/g, '{}')}`),
    )
    expect(specified.filter((line) => !declared.includes(line))).toEqual([])
  })

  test('its OpenAPI document has each operation once, with access and problems', async () => {
    const { openapi, paths } = await document()
    const operations = Object.values(paths).flatMap((calls) => Object.values(calls))

    expect(openapi).toBe('3.1.0')
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length)
    for (const operation of operations) {
      expect(['anyone', 'owner', 'admin', 'key']).toContain(operation['x-access'])
      for (const name of operation['x-problems']) expect(Object.keys(problems)).toContain(name)
      expect(Object.keys(operation.responses).length).toBeGreaterThan(0)
    }
  })

  test('every call of /api/v1 is for keys and names a scope', async () => {
    const calls = all.filter(({ path }) => path.startsWith('/api/v1/'))
    expect(calls.length).toBeGreaterThan(10)
    expect(calls.filter(({ access, scope }) => access !== 'key' || !scopes.some((one) => one === scope))).toEqual([])
    const { paths } = await document()
    expect(paths['/api/v1/contacts/{id}']?.delete).toMatchObject({ security: [{ key: ['contacts:erase'] }] })
    expect(paths['/api/v1/contacts']?.post?.parameters).toContainEqual(expect.objectContaining({ name: 'Idempotency-Key', in: 'header' }))
  })

  test('its OpenAPI document includes problems implied by the kind of call', async () => {
    const { paths } = await document()
    expect(paths['/remote/api/carte/update-settings']?.post?.['x-problems']).toEqual(
      expect.arrayContaining([
        'not-logged-in',
        'csrf-header-missing',
        'too-many-requests',
        'wrong-content-type',
        'body-too-large',
        'unavailable',
      ]),
    )
    expect(paths['/remote/api/public/e-card-settings']?.get?.['x-problems']).not.toContain('not-logged-in')
  })

  test('its OpenAPI document lists the codes of each call; its schemas have no others', async () => {
    const { paths } = await document()
    expect(paths['/remote/api/carte/update-settings']?.post?.['x-codes']).toEqual([
      ...schemaIssueCodes,
      'aliasInvalid',
      'settingMissing',
      'secondsInvalid',
      'updateTypeUnknown',
      'mustBeBoolean',
    ])
    expect(all.filter(({ query, input }) => !query && !input).flatMap((call) => codesOf({ ...call, codes: [] }))).toEqual([])
    const known: readonly string[] = [...draftIssueCodes, ...inputIssueCodes]
    expect(all.flatMap((call) => codesOf({ ...call, codes: [] })).filter((code) => !known.includes(code))).toEqual([])
  })

  test('its OpenAPI document declares problems answered before routing', async () => {
    const { paths } = await document()
    const undeclared: string[] = []
    for (const [path, calls] of Object.entries(paths)) {
      for (const [method, { operationId, responses }] of Object.entries(calls)) {
        const content = (status: number) => (responses as Record<string, { content?: object } | undefined>)[status]?.content ?? {}
        for (const query of ['x=%01', `x=${'a'.repeat(9000)}`]) {
          const answer = await app.ask(`${path.replace(/\{\w+\}/g, 'a')}?${query}`, { method })
          const type = answer.headers.get('content-type')?.split(';')[0] ?? ''
          if (!(type in content(answer.status))) undeclared.push(`${operationId}: ${answer.status} ${type}`)
        }
        for (const status of [400, 408, 414, 431, 503])
          if (!('application/problem+json' in content(status))) undeclared.push(`${operationId}: ${status}`)
      }
    }
    expect(undeclared).toEqual([])
  })

  test('its OpenAPI document resolves all references and path parameters', async () => {
    const { paths, ...rest } = await document()
    const references = JSON.stringify({ paths, ...rest }).matchAll(/"\$ref":"([^"]+)"/g)
    expect(new Set([...references].map(([, to]) => to))).toEqual(new Set(['#/components/schemas/Problem', '#/components/schemas/Refused']))

    for (const [path, calls] of Object.entries(paths)) {
      const parts = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      for (const { parameters } of Object.values(calls))
        expect(
          parameters
            .filter((part) => part.in === 'path')
            .map(({ name }) => name)
            .sort(),
          path,
        ).toEqual(parts.sort())
    }
  })

  test('its OpenAPI document uses the product’s name everywhere', async () => {
    const text = await (await app.ask('/openapi.json')).text()
    expect(text).not.toContain('{product}')
    expect(text).toContain('"required":["carte","subscription"]')
  })

  test('every problem type has a page', async () => {
    for (const name of Object.keys(problems)) {
      expect(existsSync(new URL(`../../docs/problems/${name}.md`, import.meta.url)), name).toBe(true)
      const page = await app.ask(`/problems/${name}`)
      expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<h1>')])
    }
    expect((await app.ask('/problems/constructor')).status).toBe(404)
  })

  test('the reference page lists every call', async () => {
    const page = await (await app.ask('/reference')).text()
    for (const { name } of all) expect(page).toContain(`id="${name}"`)
  })

  test('the reference page finds calls by their words', async () => {
    const found = await (await app.ask('/reference?search=Contact+erase')).text()
    expect(found).toContain('id="v1.eraseContact"')
    expect(found).not.toContain('id="v1.listContacts"')
    expect(await (await app.ask('/reference?search="><script>')).text()).toContain('value="&quot;&gt;&lt;script&gt;"')
  })

  test('each call of programs that takes a body has an example that it accepts', () => {
    const faulty = all.filter(({ access, input, name }) => access === 'key' && input?.safeParse(exampleBodies[name]).success === false)
    expect(faulty.map(({ name }) => name)).toEqual([])
  })

  test.each(['/openapi.json', '/reference'])('%s is compressed, and 304 for clients that have it', async (path) => {
    const packed = await app.ask(path, { headers: { 'accept-encoding': 'br' } })
    expect(packed.headers.get('content-encoding')).toBe('br')
    const plain = await (await app.ask(path)).text()
    expect(Number(packed.headers.get('content-length'))).toBeLessThan(plain.length / 10)
    expect((await app.ask(path, { headers: { 'if-none-match': packed.headers.get('etag') ?? '' } })).status).toBe(304)
  })

  test('API-1 HEAD on the API root answers at once with no content', async () => {
    expect((await app.ask('/remote/api', { method: 'HEAD' })).status).toBe(204)
    expect((await app.ask('/remote/api')).status).toBe(405)
  })
})

describe('every answer', () => {
  test.each([
    '/remote/api/public/e-card-settings',
    '/remote/api/public/nothing',
    '/reference',
    '/healthz',
    '/openapi.json',
    '/no-page',
    '/problems/gone',
    '/%ff',
    `/${'a'.repeat(3000)}`,
  ])('%s has the security headers', async (path) => {
    const { headers } = await app.ask(path)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*frame-ancestors 'none'/)
    expect(headers.get('content-security-policy')).not.toMatch(/unsafe/)
    expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
    expect(headers.get('x-request-id')).toMatch(/\w/)
    expect(headers.get('cache-control')).toMatch(/no-store|no-cache/)
    expect(headers.has('x-powered-by')).toBe(false)
  })

  test('the service endpoints answer', async () => {
    expect(await (await app.ask('/healthz')).text()).toBe('alive\n')
    expect(await (await app.ask('/readyz')).text()).toBe('ready\n')
    expect(await (await app.ask('/metrics')).text()).toMatch(/^carte_requests_total\{place="[\w.]+",status="\d+"\} \d+$/m)
  })
})
