import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import {
  cardHref,
  cardPages,
  noDataPath,
  ownerHref,
  ownerPages,
  restrictedHref,
  sideHref,
  type CardPage,
  type OwnerPage,
} from '#contract/pages.ts'
import { aCard } from '../factories/cards.ts'
import { siteApp } from '../harness/site-app.ts'
import { theSite } from '../harness/the-site.ts'
import { aSharedVisitor } from '../harness/visitor.ts'

const maren = { alias: 'maren' }
const variant = { alias: 'maren', version: 'v1' }
const everyPage = Object.keys(cardPages) as CardPage[]
const everyOwnerPage = Object.keys(ownerPages) as OwnerPage[]

const shared = aSharedVisitor({ on: 'desktop' })

/** Requests an address without following redirects. */
const fetchOnce = (path: string) => fetch(new URL(path, theSite().url), { redirect: 'manual' })

describe('addresses', () => {
  test('ROUTE-1 the alias alone redirects to home, with a version too', async () => {
    const visitor = await shared()

    expect(await visitor.open('/maren')).toBe(200)
    expect(visitor.page.url()).toMatch(/\/maren\/home$/)
    expect((await fetchOnce('/maren/v/v1')).headers.get('location')).toMatch(/\/maren\/v\/v1\/home$/)
  })

  test.each(everyPage)('ROUTE-2 %s has a plain and a versioned address', async (page) => {
    for (const card of [maren, variant]) {
      const answer = await fetchOnce(cardHref(card, page))
      expect(answer.status).toBe(200)
      expect(await answer.text()).toMatch(/<title>Maren Holloway \| /)
    }
  })

  test.each(everyPage)('ROUTE-3 the restricted form of %s redirects to the page if the card has it', async (page) => {
    for (const card of [maren, variant]) {
      const answer = await fetchOnce(restrictedHref(card, page))
      expect([answer.status, answer.headers.get('location')]).toEqual([302, cardHref(card, page)])
    }
  })

  test('ROUTE-3 a page that a card does not have redirects to its restricted form', async () => {
    const app = await siteApp()
    const card = await aCard(app.deps, { revokedRights: everyPage.map((page) => cardPages[page].permission) })
    for (const page of everyPage) {
      expect((await fetchOnce(cardHref(card, page))).headers.get('location')).toMatch(/-restricted-access$/)
      expect(await (await fetchOnce(restrictedHref(card, page))).text(), page).toContain('This page isn’t available')
    }
  })

  test.each(everyOwnerPage)('ROUTE-4 %s redirects anonymous visitors to the login with a return address', async (page) => {
    const target = ownerHref('maren', page)
    const answer = await fetchOnce(target)

    expect(answer.status).toBe(302)
    const login = new URL(answer.headers.get('location') ?? '', theSite().url)
    expect(login.pathname).toBe(sideHref('maren', 'login'))
    expect(login.searchParams.get('from')).toBe(target)
  })

  test('ROUTE-5 the other pages of a card respond, with their own titles', async () => {
    const visitor = await shared()

    for (const page of ['login', 'install', 'emailSignature'] as const) {
      expect(await visitor.open(sideHref('maren', page)), page).toBe(200)
      expect(await visitor.page.getByRole('heading', { level: 1 }).count(), page).toBe(1)
    }
    await visitor.open(sideHref('closed', 'cardDisabled'))
    expect(await visitor.page.getByRole('heading', { level: 1 }).textContent()).toBe('This card is turned off')
    await visitor.open(noDataPath)
    expect(await visitor.page.getByRole('heading', { level: 1 }).textContent()).toBe('Card not found')
    await visitor.page.getByRole('link', { name: 'Log in to my card' }).waitFor()
  })

  test('ROUTE-9 titles name person, section and product; pages have a description', async () => {
    const visitor = await shared()
    await visitor.open('/maren/home')

    expect(await visitor.page.title()).toBe('Maren Holloway | Broker Associate | Carte')
    expect(await visitor.page.locator('meta[name=description]').getAttribute('content')).toMatch(/\w+/)
  })

  test('ROUTE-11 a page without its permission redirects to its restricted form', async () => {
    const app = await siteApp()
    const { alias } = await aCard(app.deps, { revokedRights: ['Reviews'] })
    const visitor = await shared()
    await visitor.open(cardHref({ alias }, 'reviews'))

    expect(visitor.page.url()).toContain(restrictedHref({ alias }, 'reviews'))
  })

  test.each(['/no-card-here', '/no-card-here/home', '/maren/no-such-page', '/maren/v/no-such-version/home', '/not_an_alias/home'])(
    'ROUTE-11 %s is a 404 with a helpful page',
    async (path) => {
      const visitor = await shared()

      expect(await visitor.open(path)).toBe(404)
      expect(await visitor.page.getByRole('heading', { level: 1 }).count()).toBe(1)
      expect(await visitor.page.getByRole('link').count()).toBeGreaterThan(0)
    },
  )

  test.each([
    ['/s/none', 404],
    ['/s/abcdefgh', 404],
    ['/bff/nothing', 404],
    ['/bff/sign-in', 404, 405],
    ['/bff/user', 403],
    ['/bff/archive', 401],
    ['/remote/api/nothing', 404],
    ['/remote/api/public/e-card-by-alias/no-one', 404],
    ['/api/public/client-image/no-one/ProfileImage/1', 404],
    ['/api/public/nothing', 404],
    ['/assets/nothing.js', 404],
    ['/problems/nothing', 404],
    ['/maren%zz', 400],
    ['/nothing/at/all', 404],
  ])('%s, opened in a browser, gets an HTML page', async (path, status, forPrograms = status) => {
    // Fetch would send its own mode.
    const headers = { accept: 'text/html,*/*;q=0.8', 'sec-fetch-mode': 'navigate' }
    const [answer] = (await once(get(theSite().url + path, { headers }), 'response')) as [IncomingMessage]
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([status, 'text/html; charset=utf-8'])
    expect(await text(answer)).toMatch(/<h1[\s>]/)
    const withoutAccept = await fetch(theSite().url + path, { redirect: 'manual' })
    expect([withoutAccept.status, withoutAccept.headers.get('content-type')?.includes('html')]).toEqual([
      forPrograms,
      path.startsWith('/nothing'),
    ])
  })

  test('/favicon.ico is the icon', async () => {
    const answer = await fetchOnce('/favicon.ico')
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/x-icon'])
  })

  test('a disabled card shows its owner’s name and no other personal data', async () => {
    const visitor = await shared()
    await visitor.open('/closed/home')

    expect(visitor.page.url()).toMatch(/\/closed\/card-disabled$/)
    expect(await visitor.page.locator('a[href^="tel:"], a[href^="mailto:"]').count()).toBe(0)
  })
})
