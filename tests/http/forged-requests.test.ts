import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { mustHaveCsrf } from '#server/http/security/check-csrf.ts'
import { anApp, type TestApp } from '../harness/app.ts'
import { buildCall } from './isolation/build-call.ts'
import { readCatalog, checksumOf } from './isolation/owned-rows.ts'
import { aTenant, marker, type Tenant } from './isolation/a-tenant.ts'

let app: TestApp
let owner: Tenant
let catalog: Awaited<ReturnType<typeof readCatalog>>
beforeAll(async () => {
  // A minute later the session's last use would be recorded.
  const now = new Date()
  app = await anApp({ settings: { trustProxy: true }, outside: { clock: { now: () => now } } })
  catalog = await readCatalog(app.deps.db)
  owner = await aTenant(app, marker)
})
afterAll(() => app[Symbol.asyncDispose]())

/** Calls that are allowed from anywhere and do not depend on a session. */
const strayRequests: Record<string, string> = {
  'contacts.submit': 'a visitor submits the form: captcha and rate limits',
  'visits.track': 'counts visits: rate limits',
  'visits.log': 'a page reports an error: rate limits',
  'releases.stories': 'only reads',
  'accounts.backchannel': 'signed by the provider',
  'billing.receiveEvent': 'signed by the provider',
}

const all = Object.values<Endpoint>(endpoints)
const named = (calls: readonly Endpoint[]) => calls.map((endpoint) => [endpoint.name, endpoint] as const)
const guarded = all.filter(mustHaveCsrf)
const links = all.filter(({ isLink }) => isLink)

/** Headers that another site, a sandboxed frame, another subdomain or a plain form can send. */
const foreign: Record<string, Record<string, string>> = {
  'another site': { origin: 'https://evil.example' },
  'a frame without an origin': { origin: 'null' },
  'another scheme’s address': { origin: 'http://localhost.evil.example:3000' },
  'a browser that says cross-site': { 'sec-fetch-site': 'cross-site' },
  'a browser that says same-site': { 'sec-fetch-site': 'same-site' },
  'a browser that says cross-site, with our origin': { 'sec-fetch-site': 'cross-site', origin: 'http://localhost:3000' },
}

test('every call that writes requires X-CSRF, or has a reason not to', () => {
  // No browser adds an API key by itself.
  const writing = all.filter(({ method, access }) => method !== 'GET' && method !== 'HEAD' && access !== 'key')
  const unguarded = writing.filter((endpoint) => !guarded.includes(endpoint)).map(({ name }) => name)
  expect(unguarded.toSorted()).toEqual(Object.keys(strayRequests).toSorted())
  expect(links.map(({ method }) => method)).not.toContain('POST')
})

describe.each(named(guarded))('%s, forged by another site,', (_, endpoint) => {
  test('AUTH-5 is rejected without a valid X-CSRF and changes nothing', async () => {
    const { path, init } = buildCall(endpoint, owner.ids)
    const before = await checksumOf(app.deps.db, catalog, owner)
    const { 'x-csrf': __, ...without } = init.headers
    const forged: RequestInit[] = [
      { headers: without },
      { headers: { ...without, 'x-csrf': '0' } },
      { headers: { ...without, 'x-csrf': '1, 1' } },
      ...Object.values(foreign).map((foreignHeaders) => ({ headers: { ...init.headers, ...foreignHeaders } })),
      // What a form can send.
      ...(init.body
        ? ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'].map((type) => ({
            headers: { ...without, 'content-type': type },
          }))
        : []),
    ]
    for (const { headers = {} } of forged) {
      const answer = await owner.ask(path, { ...init, headers })
      expect(answer.status, JSON.stringify(headers)).toBe(403)
      expect((await answer.text()).toLowerCase()).not.toContain(marker)
      expect(answer.headers.get('set-cookie')).toBeNull()
    }
    // Nor as a query parameter: only a header causes a preflight.
    const asWord = `${path}${path.includes('?') ? '&' : '?'}x-csrf=1`
    expect((await owner.ask(asWord, { ...init, headers: without })).status).toBe(403)
    // Nor by a method override.
    const other = endpoint.method === 'POST' ? 'GET' : 'POST'
    const { body: ___, ...bare } = init
    const headers = { ...init.headers, 'x-http-method-override': endpoint.method, 'x-method-override': endpoint.method }
    const turned = await owner.ask(`${asWord}&_method=${endpoint.method}`, { ...bare, method: other, headers })
    // One contact’s file also has a link, which is a separate call.
    expect(endpoint.name === 'contacts.export' ? [200, 405] : [405]).toContain(turned.status)
    expect(await checksumOf(app.deps.db, catalog, owner)).toBe(before)
  })
})

describe.each(named(links))('%s, a link,', (_, endpoint) => {
  test('is not followed from another site', async () => {
    const { path, init } = buildCall(endpoint, owner.ids)
    for (const foreignHeaders of Object.values(foreign)) {
      const answer = await owner.ask(path, { ...init, headers: foreignHeaders })
      expect(answer.status, JSON.stringify(foreignHeaders)).toBe(403)
      expect((await answer.text()).toLowerCase()).not.toContain(marker)
    }
  })
})

test('no answer has CORS headers', async () => {
  for (const endpoint of all) {
    const { path, init } = buildCall(endpoint, owner.ids)
    for (const method of [init.method ?? 'GET', 'OPTIONS']) {
      const { body: _, ...bare } = init
      const preflight = {
        origin: 'https://evil.example',
        'access-control-request-headers': 'x-csrf',
        'access-control-request-method': 'POST',
      }
      const answer = await owner.ask(path, { ...bare, method, headers: { ...preflight } })
      const cors = [...answer.headers].filter(([name]) => name.startsWith('access-control-'))
      expect(cors, `${method} ${endpoint.name}`).toEqual([])
    }
  }
})
