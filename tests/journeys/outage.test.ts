import { describe, expect, test } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { appHref, cardHref, cardPages, linkPreviewHref, ownerHref, sideHref, type CardPage } from '#contract/pages.ts'
import { loadPageBuild } from '#server/http/pages/page-build.ts'
import type { Caller, Handlers } from '#server/http/calls/mount.ts'
import { readSettings } from '#server/settings.ts'
import { siteOf } from '#server/settings/site-of.ts'
import { aFront } from '../harness/front.ts'

const away = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })
const refuse = () => Promise.reject<never>(away)
const handlers: Partial<Handlers> = Object.fromEntries(Object.keys(endpoints).map((name) => [name, refuse]))
const pages = await loadPageBuild(() => ({
  site: siteOf(readSettings({ DEMO: 'off' })),
  offer: { plans: [], trialDays: 0, dunningDays: 0 },
}))
/** The real pages, and a database that refuses every connection. */
const { ask } = aFront(handlers, {
  pages,
  callerOf: async ({ headers }): Promise<Caller> => (headers.has('cookie') ? refuse() : { kind: 'visitor' }),
  listed: { after: refuse, pageStarts: refuse },
})

const navigation = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', 'sec-fetch-mode': 'navigate' }
const cards = [{ alias: 'maren' }, { alias: 'maren', version: 'spring' }]
const anyone = [
  ...cards.flatMap((card) => (Object.keys(cardPages) as CardPage[]).map((page) => cardHref(card, page))),
  '/maren',
  '/maren/nothing',
  sideHref('maren', 'cardDisabled'),
  sideHref('maren', 'letsConnect'),
  '/s/abcdefgh',
  linkPreviewHref('abcdefgh'),
  '/sitemap.xml',
  '/api/public/client/maren/v-card',
  '/api/public/client-image/maren/ECardImage',
]

describe('while the database is unavailable', () => {
  test.each([
    ...anyone.map((path) => [path, {}] as const),
    ...[...anyone, '/account', ownerHref('maren', 'myContacts'), '/bff/archive', '/bff/logout', '/nothing/at/all'].map(
      (path) => [path, { cookie: '__Host-session=1' }] as const,
    ),
  ])('%s is a page that says so, never “not found” (%j)', async (path, session) => {
    const answer = await ask(path, { headers: { ...navigation, ...session } })
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('retry-after')]).toEqual([
      503,
      'text/html; charset=utf-8',
      '2',
    ])
    const html = await answer.text()
    expect(html).toContain('This page didn’t load')
    expect(html).toContain(`href="${path}"`)
    expect(html).not.toMatch(/not found/i)
  })

  test('a card’s app manifest is a problem', async () => {
    const answer = await ask(appHref('maren', 'manifest'))
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('retry-after')]).toEqual([
      503,
      'application/problem+json; charset=utf-8',
      '2',
    ])
    expect(await answer.json()).toMatchObject({ type: '/problems/unavailable', status: 503 })
  })
})
