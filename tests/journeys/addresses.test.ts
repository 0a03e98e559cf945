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
import { aVisitor } from '../harness/visitor.ts'

const maren = { alias: 'maren' }
const variant = { alias: 'maren', version: 'v1' }
const everyPage = Object.keys(cardPages) as CardPage[]
const everyOwnerPage = Object.keys(ownerPages) as OwnerPage[]

/** Where an address leads, one step at a time. */
const step = (path: string) => fetch(new URL(path, theSite().url), { redirect: 'manual' })

describe('addresses', () => {
  test('ROUTE-1 the alias alone leads home, with a version too', async () => {
    await using visitor = await aVisitor()

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

  test.each(everyPage)('ROUTE-3 %s has a restricted form, plain and versioned', async (page) => {
    await using visitor = await aVisitor()

    for (const card of [maren, variant]) {
      await visitor.open(restrictedHref(card, page))
      expect(await visitor.page.getByRole('heading', { level: 1 }).textContent()).toBe('This page is not part of this card.')
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
    await using visitor = await aVisitor({ on: 'desktop' })

    for (const page of ['login', 'install', 'emailSignature'] as const) {
      expect(await visitor.open(sideHref('maren', page)), page).toBe(200)
      expect(await visitor.page.getByRole('heading', { level: 1 }).count(), page).toBe(1)
    }
    await visitor.open(sideHref('closed', 'cardDisabled'))
    expect(await visitor.page.getByRole('heading', { level: 1 }).textContent()).toBe('The lights are off.')
    await visitor.open(noDataPath)
    expect(await visitor.page.getByRole('heading', { level: 1 }).textContent()).toMatch(/nobody lives/i)
  })

  test('ROUTE-9 the title names the person, the section and the product; search engines get a description', async () => {
    await using visitor = await aVisitor()
    await visitor.open('/maren/home')

    expect(await visitor.page.title()).toBe('Maren Holloway | Broker Associate | Carte')
    expect(await visitor.page.locator('meta[name=description]').getAttribute('content')).toMatch(/\w+/)
  })

  test('ROUTE-11 a page without the right for it leads to its restricted form', async () => {
    await using house = await behindTheSite()
    const { alias } = await aCard(house.needs, { revokedRights: ['Reviews'] })
    await using visitor = await aVisitor()
    await visitor.open(cardHref({ alias }, 'reviews'))

    expect(visitor.page.url()).toContain(restrictedHref({ alias }, 'reviews'))
  })

  test.each(['/nobody-here', '/nobody-here/home', '/maren/no-such-page', '/maren/v/no-such-version/home', '/not_an_alias/home'])(
    'ROUTE-11 %s is a real 404 with a page that helps',
    async (path) => {
      await using visitor = await aVisitor()

      expect(await visitor.open(path)).toBe(404)
      expect(await visitor.page.getByRole('heading', { level: 1 }).count()).toBe(1)
      expect(await visitor.page.getByRole('link').count()).toBeGreaterThan(0)
    },
  )

  test('a card that is switched off shows its name and nothing else of the person', async () => {
    await using visitor = await aVisitor()
    await visitor.open('/closed/home')

    expect(visitor.page.url()).toMatch(/\/closed\/card-disabled$/)
    expect(await visitor.page.locator('a[href^="tel:"], a[href^="mailto:"]').count()).toBe(0)
  })
})
