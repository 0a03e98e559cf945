import { escapeHtml } from '#server/common/escape-html.ts'
import { describe, expect, test } from 'vitest'
import { linkPreviewHref, noDataPath, unknownLinkCode } from '#contract/pages.ts'
import { isReturnPath } from '#contract/return-path.ts'
import { createAnswerCache, type Answer } from '../cache/answer-cache.ts'
import { aFront } from '../../../tests/harness/front.ts'
import type { PageDeps } from './render-page.ts'
import { cachedResponse } from '../cache/cached-response.ts'
import { pageKey } from './page-address.ts'
import { problem } from '../problems/problem.ts'
import { errorPage } from './error-page.ts'

const publicUrl = 'https://cards.example'
const asPage = (status: number, body: string): Answer => ({ status, headers: { 'content-type': 'text/html' }, body: Buffer.from(body) })
const dependsOn = new Set(['installation:offer' as const])

/** A double of the web build: one page for a wrong address, and one for an error. */
const deps = { cache: createAnswerCache(), publicUrl } as unknown as PageDeps
deps.pages = {
  render: async () => ({
    response: new Response('Something went wrong', { status: 500, headers: { 'content-type': 'text/html' } }),
    failures: [],
  }),
}
const visitor = { requestId: '1', visitor: '127.0.0.1' }

test.each([
  ['the page for a wrong address', 404, 'not-found', 'There is nothing here'],
  ['the page for an outage', 503, 'unavailable', 'Something went wrong'],
] as const)('%s is sent in full, whatever If-None-Match names', async (_, status, type, words) => {
  const { make } = deps.cache
  const entry = await make(pageKey('en', null, noDataPath), async () => ({ answer: asPage(200, 'There is nothing here'), dependsOn }))
  for (const tag of ['*', 'etag' in entry ? entry.etag : '']) {
    const request = new Request(`${publicUrl}/nothing/at/all`, { headers: { accept: 'text/html', 'if-none-match': tag } })
    const page = await errorPage(deps, request, problem(type), visitor)
    expect([page.status, await page.text()]).toEqual([status, words])
    expect([page.headers.get('cache-control'), page.headers.get('etag')]).toEqual(['no-store', null])
  }
})

test('all unknown short links get one page, which says that it is a link', async () => {
  const key = pageKey('en', null, linkPreviewHref(unknownLinkCode))
  await deps.cache.make(key, async () => ({ answer: asPage(200, 'Link not found'), dependsOn }))
  for (const code of ['abcdefgh', 'x']) {
    const request = new Request(`${publicUrl}/s/${code}`, { headers: { accept: 'text/html' } })
    const page = await errorPage(deps, request, problem('not-found'), visitor)
    expect([page.status, await page.text()]).toEqual([404, 'Link not found'])
  }
})

test.each([
  ['unavailable', 503, '2'],
  ['unexpected', 500, null],
] as const)('an address that is no page is never “not found” when its call fails: %s', async (type, status, retryAfter) => {
  const routed = { ...deps, pages: { render: async () => ({ response: new Response('Card not found', { status: 404 }), failures: [] }) } }
  const request = new Request(`${publicUrl}/s/abcdefgh?a=1&b=2`, { headers: { accept: 'text/html', 'accept-language': 'fr-FR' } })
  const page = await errorPage(routed, request, problem(type, { retryAfterSeconds: 2 }), visitor)
  expect([page.status, page.headers.get('retry-after'), page.headers.get('cache-control')]).toEqual([status, retryAfter, 'no-store'])
  const html = await page.text()
  expect(html).toContain('<h1>Cette page ne s’est pas chargée</h1>')
  expect(html).toContain('href="/s/abcdefgh?a=1&amp;b=2"')
})

test.each([302, 404])('a cached answer with status %i is never answered with 304', async (status) => {
  const entry = await createAnswerCache().make('any', async () => ({ answer: asPage(status, 'words'), dependsOn }))
  const request = new Request(publicUrl, { headers: { 'if-none-match': '*' } })
  expect((await cachedResponse(entry, request)).status).toBe(status)
})

describe('an address of an owner, opened in a tab without a session', () => {
  const open = (path: string, init: RequestInit = {}) =>
    errorPage(deps, new Request(publicUrl + path, { headers: { accept: 'text/html' }, ...init }), problem('not-logged-in'), visitor)

  test.each([
    ['/bff/archive', '/account/privacy'],
    ['/remote/api/clients/connected-clients/export-all/csv?alias=maren', '/maren/my-contacts'],
    ['/remote/api/clients/connected-clients/export-all/csv?alias=//evil.example', '/account'],
    ['/remote/api/clients/connected-clients/export-client/7', '/account'],
    ['/remote/subscription/me/receipt/maren/in_1', '/account/subscription?alias=maren'],
  ])('%s links to the login, which returns to %s', async (path, back) => {
    const page = await open(path)
    const html = await page.text()
    expect([page.status, page.headers.get('cache-control')]).toEqual([401, 'no-store'])
    expect(html).toContain('<style>')
    expect(html).toContain(`href="/bff/login?${new URLSearchParams({ returnUrl: back })}"`)
    expect(isReturnPath(back)).toBe(true)
  })

  test.each([
    ['/bff/archive', '/account/privacy', 'archive'],
    ['/remote/api/clients/connected-clients/export-all/csv?alias=maren', '/maren/my-contacts', 'export'],
  ])('%s with an old login links to a new login', async (path, returnUrl, why) => {
    const request = new Request(publicUrl + path, { headers: { accept: 'text/html' } })
    const page = await errorPage(deps, request, problem('recent-login-required'), visitor)
    const html = await page.text()
    expect([page.status, page.headers.get('cache-control')]).toEqual([401, 'no-store'])
    expect(html).toContain('<h1>Log in again to open this</h1>')
    expect(html).toContain(`href="/bff/login?${escapeHtml(`${new URLSearchParams({ returnUrl, prompt: 'login', why })}`)}"`)
  })

  test.each([
    ['en', 'not-logged-in', 'Log in to open this'],
    ['fr-CA', 'not-logged-in', 'Connectez-vous pour ouvrir cette page'],
    ['ro', 'not-logged-in', 'Autentifică-te pentru a deschide pagina'],
    ['fr-CA', 'recent-login-required', 'Reconnectez-vous pour ouvrir cette page'],
    ['ro', 'recent-login-required', 'Autentifică-te din nou pentru a deschide pagina'],
  ] as const)('answers in the reader’s language: %s, %s', async (language, type, title) => {
    const request = new Request(`${publicUrl}/bff/archive`, { headers: { accept: 'text/html', 'accept-language': language } })
    const html = await (await errorPage(deps, request, problem(type), visitor)).text()
    expect(html).toContain(`<html lang="${language}">`)
    expect(html).toContain(`<h1>${title}</h1>`)
  })
})

describe('an address for programs, asked by one that accepts pages too', () => {
  /** As n8n’s HTTP Request node sends it. */
  const accept = 'application/json,text/html,application/xhtml+xml,application/xml,text/*;q=0.9, image/*;q=0.8, */*;q=0.7'
  const { ask } = aFront(
    {},
    { pages: { render: async () => ({ response: new Response('A card', { headers: { 'content-type': 'text/html' } }), failures: [] }) } },
  )
  const answerTo = async (path: string, method: string, accepted = accept) => {
    const answer = await ask(path, { method, headers: { accept: accepted } })
    return [answer.status, answer.headers.get('content-type')?.split(';')[0]]
  }

  test.each([
    ['/api/v1/contacts', 'GET', 401],
    ['/api/v1/contacts', 'POST', 401],
    ['/api/v1/contacts', 'PATCH', 405],
    ['/api/v1/card/publish', 'GET', 405],
    ['/api/v1/nothing', 'GET', 404],
    ['/mcp', 'POST', 401],
  ] as const)('%s answers a %s with a problem', async (path, method, status) => {
    expect(await answerTo(path, method)).toEqual([status, 'application/problem+json'])
  })

  test('/mcp is also the page of a card that has this alias', async () => {
    expect(await answerTo('/mcp', 'GET', 'text/html')).toEqual([200, 'text/html'])
    expect(await answerTo('/mcp', 'GET', 'text/event-stream')).toEqual([405, 'application/problem+json'])
  })
})
