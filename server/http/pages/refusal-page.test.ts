import { escapeHtml } from '#server/escape-html.ts'
import { describe, expect, test } from 'vitest'
import { noDataPath } from '#contract/pages.ts'
import { isWayBack } from '#contract/way-back.ts'
import { createAnswerCache, type Answer } from '../cache/answer-cache.ts'
import type { PageDeps } from './draw-page.ts'
import { cachedResponse } from '../cache/cached-response.ts'
import { pageKey } from './page-address.ts'
import { problem } from '../problems/problem.ts'
import { refusalPage } from './refusal-page.ts'

const publicUrl = 'https://cards.example'
const asPage = (status: number, body: string): Answer => ({ status, headers: { 'content-type': 'text/html' }, body: Buffer.from(body) })
const dependsOn = new Set(['installation:offer' as const])

/** The web build is outside: it renders one page for an address without data, and one for an error. */
const deps = { cache: createAnswerCache(), publicUrl } as unknown as PageDeps
deps.pages = {
  render: async () => ({ response: new Response('Something went wrong', { status: 500 }), failures: [] }),
}
const visitor = { requestId: '1', visitor: '127.0.0.1' }

test.each([
  ['the page for a wrong address', 404, 'not-found', 'There is nothing here'],
  ['the page for an outage', 503, 'unavailable', 'Something went wrong'],
] as const)('%s is answered in full to If-None-Match, whatever it names', async (_, status, type, words) => {
  const { make } = deps.cache
  const kept = await make(pageKey('en', null, noDataPath), async () => ({ answer: asPage(200, 'There is nothing here'), dependsOn }))
  for (const tag of ['*', 'etag' in kept ? kept.etag : '']) {
    const request = new Request(`${publicUrl}/nothing/at/all`, { headers: { accept: 'text/html', 'if-none-match': tag } })
    const page = await refusalPage(deps, request, problem(type), visitor)
    expect([page.status, await page.text()]).toEqual([status, words])
    expect([page.headers.get('cache-control'), page.headers.get('etag')]).toEqual(['no-store', null])
  }
})

test.each([302, 404])('a cached answer with status %i is never answered with 304', async (status) => {
  const kept = await createAnswerCache().make('any', async () => ({ answer: asPage(status, 'words'), dependsOn }))
  const request = new Request(publicUrl, { headers: { 'if-none-match': '*' } })
  expect(cachedResponse(kept, request).status).toBe(status)
})

describe('an address of an owner, opened in a tab without a session', () => {
  const open = (path: string, init: RequestInit = {}) =>
    refusalPage(deps, new Request(publicUrl + path, { headers: { accept: 'text/html' }, ...init }), problem('not-signed-in'), visitor)

  test.each([
    ['/bff/archive', '/account/privacy'],
    ['/remote/api/clients/connected-clients/export-all/csv?alias=maren', '/maren/my-contacts'],
    ['/remote/api/clients/connected-clients/export-all/csv?alias=//evil.example', '/account'],
    ['/remote/api/clients/connected-clients/export-client/7', '/account'],
    ['/remote/subscription/me/receipt/maren/in_1', '/account/subscription?alias=maren'],
  ])('%s leads by the login to %s', async (path, back) => {
    const page = await open(path)
    const html = await page.text()
    expect([page.status, page.headers.get('cache-control')]).toEqual([401, 'no-store'])
    expect(html).toContain('<style>')
    expect(html).toContain(`href="/bff/login?${new URLSearchParams({ returnUrl: back })}"`)
    expect(isWayBack(back)).toBe(true)
  })

  test.each([
    ['/bff/archive', '/account/privacy', 'archive'],
    ['/remote/api/clients/connected-clients/export-all/csv?alias=maren', '/maren/my-contacts', 'export'],
  ])('%s with a login that is too old leads to a fresh login', async (path, returnUrl, why) => {
    const request = new Request(publicUrl + path, { headers: { accept: 'text/html' } })
    const page = await refusalPage(deps, request, problem('sign-in-again'), visitor)
    const html = await page.text()
    expect([page.status, page.headers.get('cache-control')]).toEqual([401, 'no-store'])
    expect(html).toContain('<h1>Log in again to open this</h1>')
    expect(html).toContain(`href="/bff/login?${escapeHtml(`${new URLSearchParams({ returnUrl, prompt: 'login', why })}`)}"`)
  })

  test.each([
    ['en', 'not-signed-in', 'Log in to open this'],
    ['fr-CA', 'not-signed-in', 'Connectez-vous pour ouvrir cette page'],
    ['ro', 'not-signed-in', 'Autentifică-te pentru a deschide pagina'],
    ['fr-CA', 'sign-in-again', 'Reconnectez-vous pour ouvrir cette page'],
    ['ro', 'sign-in-again', 'Autentifică-te din nou pentru a deschide pagina'],
  ] as const)('answers in the reader’s language: %s, %s', async (language, type, title) => {
    const request = new Request(`${publicUrl}/bff/archive`, { headers: { accept: 'text/html', 'accept-language': language } })
    const html = await (await refusalPage(deps, request, problem(type), visitor)).text()
    expect(html).toContain(`<html lang="${language}">`)
    expect(html).toContain(`<h1>${title}</h1>`)
  })
})
