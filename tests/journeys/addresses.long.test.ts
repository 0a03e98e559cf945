import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { cardHref, cardPages, ownerHref, ownerPages, restrictedHref, sideHref, type CardPage, type OwnerPage } from '#contract/pages.ts'
import { aCard } from '../factories/cards.ts'
import { signedIn } from '../harness/signed-in.ts'
import { siteApp } from '../harness/site-app.ts'
import { theSite } from '../harness/the-site.ts'
import { aSharedVisitor, aVisitor } from '../harness/visitor.ts'

const maren = { alias: 'maren' }
const variant = { alias: 'maren', version: 'v1' }
const everyPage = Object.keys(cardPages) as CardPage[]
const everyOwnerPage = Object.keys(ownerPages) as OwnerPage[]
const shared = aSharedVisitor({ on: 'desktop' })

/** Requests an address without following redirects. */
const fetchOnce = (path: string) => fetch(new URL(path, theSite().url), { redirect: 'manual' })

describe('addresses', () => {
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
    ['myContacts', 'contact', 'Contact not found.'],
    ['connections', 'of', 'That connection was removed'],
    ['contactImport', 'of', 'That import isn’t stored anymore'],
  ] as const)('an unknown thing in the address of %s is named, beside the list', async (page, parameter, words) => {
    const app = await siteApp()
    const card = await aCard(app.deps)
    await using visitor = await aVisitor({ on: 'desktop' })
    await visitor.setSession((await signedIn(app, card.id)).cookie)
    visitor.allow(/status of 4\d\d/)
    for (const id of [randomUUID(), 'nothing']) {
      expect(await visitor.open(`${ownerHref(card.alias, page)}?${parameter}=${id}`)).toBe(200)
      await visitor.page.getByText(words).first().waitFor()
    }
  })

  test('an unknown page of the account says so', async () => {
    const visitor = await shared()
    expect(await visitor.open('/account/nothing-here')).toBe(404)
    await visitor.page.getByText('There’s no page at /account/nothing-here.').waitFor()
    await visitor.page.getByRole('link', { name: 'Your cards' }).waitFor()
  })

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
})
