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
import { behindTheSite } from '../harness/behind-the-site.ts'
import { theSite } from '../harness/the-site.ts'
import { aSharedVisitor } from '../harness/visitor.ts'

const maren = { alias: 'maren' }
const variant = { alias: 'maren', version: 'v1' }
const everyPage = Object.keys(cardPages) as CardPage[]
const everyOwnerPage = Object.keys(ownerPages) as OwnerPage[]

const shared = aSharedVisitor({ on: 'desktop' })

/** Where an address leads, one step at a time. */
const step = (path: string) => fetch(new URL(path, theSite().url), { redirect: 'manual' })

describe('addresses', () => {
  test('ROUTE-1 the alias alone leads home, with a version too', async () => {
    const visitor = await shared()

    expect(await visitor.open('/maren')).toBe(200)
    expect(visitor.page.url()).toMatch(/\/maren\/home$/)
    expect((await step('/maren/v/v1')).headers.get('location')).toMatch(/\/maren\/v\/v1\/home$/)
  })

  test.each(everyPage)('ROUTE-2 %s has a plain and a versioned address', async (page) => {
    for (const card of [maren, variant]) {
      const answer = await step(cardHref(card, page))
      expect(answer.status).toBe(200)
      expect(await answer.text()).toMatch(/<title>Maren Holloway \| /)
    }
  })

  test.each(everyPage)('ROUTE-3 the restricted form of %s leads to the page where the card has it', async (page) => {
    for (const card of [maren, variant]) {
      const answer = await step(restrictedHref(card, page))
      expect([answer.status, answer.headers.get('location')]).toEqual([302, cardHref(card, page)])
    }
  })

  test('ROUTE-3 a page that a card does not have leads to its restricted form, which says so', async () => {
    const house = await behindTheSite()
    const card = await aCard(house.needs, { revokedRights: everyPage.map((page) => cardPages[page].permission) })
    for (const page of everyPage) {
      expect((await step(cardHref(card, page))).headers.get('location')).toMatch(/-restricted-access$/)
      expect(await (await step(restrictedHref(card, page))).text(), page).toContain('This page isn’t available')
    }
  })

  test.each(everyOwnerPage)('ROUTE-4 %s sends who is not signed in to the login, and remembers where they were going', async (page) => {
    const target = ownerHref('maren', page)
    const answer = await step(target)

    expect(answer.status).toBe(302)
    const login = new URL(answer.headers.get('location') ?? '', theSite().url)
    expect(login.pathname).toBe(sideHref('maren', 'login'))
    expect(login.searchParams.get('from')).toBe(target)
  })

  test('ROUTE-5 the side pages of a card answer, and speak for themselves', async () => {
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

  test('ROUTE-9 the title names the person, the section and the product; search engines get a description', async () => {
    const visitor = await shared()
    await visitor.open('/maren/home')

    expect(await visitor.page.title()).toBe('Maren Holloway | Broker Associate | Carte')
    expect(await visitor.page.locator('meta[name=description]').getAttribute('content')).toMatch(/\w+/)
  })

  test('ROUTE-11 a page without the right for it leads to its restricted form', async () => {
    const house = await behindTheSite()
    const { alias } = await aCard(house.needs, { revokedRights: ['Reviews'] })
    const visitor = await shared()
    await visitor.open(cardHref({ alias }, 'reviews'))

    expect(visitor.page.url()).toContain(restrictedHref({ alias }, 'reviews'))
  })

  test.each(['/nobody-here', '/nobody-here/home', '/maren/no-such-page', '/maren/v/no-such-version/home', '/not_an_alias/home'])(
    'ROUTE-11 %s is a real 404 with a page that helps',
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
    ['/remote/api/public/e-card-by-alias/nobody', 404],
    ['/api/public/client-image/nobody/ProfileImage/1', 404],
    ['/api/public/nothing', 404],
    ['/assets/nothing.js', 404],
    ['/problems/nothing', 404],
    ['/maren%zz', 400],
    ['/nothing/at/all', 404],
  ])('%s, typed by a person, answers with a page', async (path, status, forPrograms = status) => {
    // Fetch would send a mode of its own.
    const headers = { accept: 'text/html,*/*;q=0.8', 'sec-fetch-mode': 'navigate' }
    const [answer] = (await once(get(theSite().url + path, { headers }), 'response')) as [IncomingMessage]
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([status, 'text/html; charset=utf-8'])
    expect(await text(answer)).toMatch(/<h1[\s>]/)
    const asked = await fetch(theSite().url + path, { redirect: 'manual' })
    expect([asked.status, asked.headers.get('content-type')?.includes('html')]).toEqual([forPrograms, path.startsWith('/nothing')])
  })

  test('/favicon.ico is the icon', async () => {
    const answer = await step('/favicon.ico')
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/x-icon'])
  })

  test('a card that is switched off shows its name and nothing else of the person', async () => {
    const visitor = await shared()
    await visitor.open('/closed/home')

    expect(visitor.page.url()).toMatch(/\/closed\/card-disabled$/)
    expect(await visitor.page.locator('a[href^="tel:"], a[href^="mailto:"]').count()).toBe(0)
  })
})
