import { describe, expect, test } from 'vitest'
import { cardHref, linkPreviewHref, noDataPath, restrictedHref, sideHref } from '#contract/pages.ts'
import { aCard } from '../factories/cards.ts'
import { siteApp } from '../harness/site-app.ts'
import { theSite } from '../harness/the-site.ts'
import { aSharedVisitor, hydrate } from '../harness/visitor.ts'

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

  test('/favicon.ico is the icon', async () => {
    const answer = await fetchOnce('/favicon.ico')
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/x-icon'])
  })

  test('ACCESS-2 a taken-down card names no one, sells nothing, and can be appealed', async () => {
    const app = await siteApp()
    const { alias } = await aCard(app.deps, { fullName: 'Ottoline Quist', isCardDisabled: true })
    const { page, open } = await shared()
    expect(await open(`/${alias}/home`)).toBe(410)

    await page.getByRole('heading', { level: 1, name: 'This card isn’t available' }).waitFor()
    expect(await page.content()).not.toMatch(/Ottoline|What You’ll Miss|Activate Your/)
    await page.getByRole('link', { name: 'Log in', exact: true }).click()
    await page.waitForURL('**/account/login?*')
    expect(new URL(page.url()).searchParams.get('returnUrl')).toBe(sideHref(alias, 'report'))
  })

  test.each([linkPreviewHref('abcdefgh'), '/s/abcdefgh', '/s/none'])('%s is a link that no one knows, not a card', async (path) => {
    const { page, open } = await shared()
    expect(await open(path)).toBe(404)
    await hydrate(page)
    await page.getByRole('heading', { level: 1, name: 'Link not found' }).waitFor()
    expect(await page.title()).toBe('Link not found | Carte')
    await page.getByText('We couldn’t find that link.').waitFor()
  })

  test('ACCESS-2 a disabled card shows its owner’s name and no other personal data', async () => {
    const visitor = await shared()
    await visitor.open('/closed/home')

    expect(visitor.page.url()).toMatch(/\/closed\/card-disabled$/)
    expect(await visitor.page.locator('a[href^="tel:"], a[href^="mailto:"]').count()).toBe(0)
  })
})
