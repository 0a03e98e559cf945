import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { anApp, type TestApp } from '../harness/app.ts'
import { aim } from './isolation/aim.ts'
import { readCatalog, sumOf } from './isolation/holdings.ts'
import { aTenant, treasure, type Tenant } from './isolation/plant.ts'

let app: TestApp
let owner: Tenant
let catalog: Awaited<ReturnType<typeof readCatalog>>
beforeAll(async () => {
  // A minute later a session would note that it was seen.
  const now = new Date()
  app = await anApp({ settings: { trustProxy: true }, outside: { clock: { now: () => now } } })
  catalog = await readCatalog(app.needs.db)
  owner = await aTenant(app, treasure)
})
afterAll(() => app[Symbol.asyncDispose]())

/** Anybody may call them from anywhere, and no session of anybody’s makes a difference. */
const ofNobody: Record<string, string> = {
  'contacts.submit': 'a visitor leaves their details: captcha and limits',
  'visits.track': 'counts visits: limits',
  'visits.log': 'a page tells of its trouble: limits',
  'releases.stories': 'reads',
  'accounts.backchannel': 'signed by the provider',
  'billing.hear': 'signed by the provider',
}

const all = Object.values<Endpoint>(endpoints)
const named = (calls: readonly Endpoint[]) => calls.map((endpoint) => [endpoint.name, endpoint] as const)
const guarded = all.filter(({ access, isOurs, isLink }) => !isLink && (access !== 'anyone' || isOurs))
const links = all.filter(({ isLink }) => isLink)

/** What another site, a sandboxed frame, a neighbour on the same domain or a plain form can say. */
const foreign: Record<string, Record<string, string>> = {
  'another site': { origin: 'https://evil.example' },
  'a frame without an origin': { origin: 'null' },
  'another scheme’s address': { origin: 'http://localhost.evil.example:3000' },
  'a browser that says cross-site': { 'sec-fetch-site': 'cross-site' },
  'a browser that says same-site': { 'sec-fetch-site': 'same-site' },
  'a browser that says cross-site, with our origin': { 'sec-fetch-site': 'cross-site', origin: 'http://localhost:3000' },
}

test('every call that writes asks for our header, or says why not', () => {
  const unguarded = all.filter((endpoint) => endpoint.method === 'POST' && !guarded.includes(endpoint)).map(({ name }) => name)
  expect(unguarded.toSorted()).toEqual(Object.keys(ofNobody).toSorted())
  expect(links.map(({ method }) => method)).not.toContain('POST')
})

describe.each(named(guarded))('%s, forged by another page,', (_, endpoint) => {
  test('AUTH-5 is refused without X-CSRF, with another value, and from elsewhere, whatever the body: nothing is said or changed', async () => {
    const { path, init } = aim(endpoint, owner.ids)
    const before = await sumOf(app.needs.db, catalog, owner)
    const { 'x-csrf': __, ...without } = init.headers
    const forged: RequestInit[] = [
      { headers: without },
      { headers: { ...without, 'x-csrf': '0' } },
      { headers: { ...without, 'x-csrf': '1, 1' } },
      ...Object.values(foreign).map((said) => ({ headers: { ...init.headers, ...said } })),
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
      expect((await answer.text()).toLowerCase()).not.toContain(treasure)
      expect(answer.headers.get('set-cookie')).toBeNull()
    }
    // Nor as a word of the address: only a header is asked about by a browser first.
    const asWord = `${path}${path.includes('?') ? '&' : '?'}x-csrf=1`
    expect((await owner.ask(asWord, { ...init, headers: without })).status).toBe(403)
    // Nor by another method that says which it means.
    const other = endpoint.method === 'POST' ? 'GET' : 'POST'
    const { body: ___, ...bare } = init
    const headers = { ...init.headers, 'x-http-method-override': endpoint.method, 'x-method-override': endpoint.method }
    const turned = await owner.ask(`${asWord}&_method=${endpoint.method}`, { ...bare, method: other, headers })
    // One contact’s file can be had by a link, too, which is another call.
    expect(endpoint.name === 'contacts.export' ? [200, 405] : [405]).toContain(turned.status)
    expect(await sumOf(app.needs.db, catalog, owner)).toBe(before)
  })
})

describe.each(named(links))('%s, a link,', (_, endpoint) => {
  test('is not followed from another site', async () => {
    const { path, init } = aim(endpoint, owner.ids)
    for (const said of Object.values(foreign)) {
      const answer = await owner.ask(path, { ...init, headers: said })
      expect(answer.status, JSON.stringify(said)).toBe(403)
      expect((await answer.text()).toLowerCase()).not.toContain(treasure)
    }
  })
})

test('no answer lets another site read it, nor asks its browser to send cookies along', async () => {
  for (const endpoint of all) {
    const { path, init } = aim(endpoint, owner.ids)
    for (const method of [init.method ?? 'GET', 'OPTIONS']) {
      const { body: _, ...bare } = init
      const asked = { origin: 'https://evil.example', 'access-control-request-headers': 'x-csrf', 'access-control-request-method': 'POST' }
      const answer = await owner.ask(path, { ...bare, method, headers: { ...asked } })
      const cors = [...answer.headers].filter(([name]) => name.startsWith('access-control-'))
      expect(cors, `${method} ${endpoint.name}`).toEqual([])
    }
  }
})
