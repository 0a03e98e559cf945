import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changeCard } from '#server/cards/editor/change-card.ts'
import { aCard } from '../factories/cards.ts'
import { siteApp } from '../harness/site-app.ts'
import { aProxy } from '../harness/proxy.ts'
import { anInstalledCard, asApp, expectedErrors, isCached } from '../harness/installed-card.ts'
import { signedIn } from '../harness/signed-in.ts'
import { aVisitor, hydrate, type Visitor } from '../harness/visitor.ts'

const site = await siteApp()

const longTimeout = { timeout: 15_000 }
const heading = (page: Page) => page.getByRole('heading', { level: 1 }).innerText()

describe('INST-2 an installed card without a connection', () => {
  test('opens with its pictures, and its pages can be visited', async () => {
    await using visitor = await anInstalledCard('maren')
    const { page } = visitor
    await page.context().setOffline(true)
    await visitor.open('/maren/home?source=pwa')
    expect(await heading(page)).toBe('Maren Holloway')
    await expect
      .poll(() =>
        page
          .locator('.portrait img')
          .first()
          .evaluate((found: HTMLImageElement) => found.naturalWidth),
      )
      .toBeGreaterThan(0)

    await page.getByRole('link', { name: 'Add to Contacts' }).first().click()
    // A click before hydration keeps the source parameter.
    await page.waitForURL(({ pathname }) => pathname === '/maren/v-card')
    for (const path of ['about', 'reviews', 'contact', 'connect', 'settings']) expect(await visitor.open(`/maren/${path}`)).toBe(200)
    expect(await page.evaluate(async () => (await fetch('/api/public/client/maren/v-card/latest')).text())).toContain('BEGIN:VCARD')
  })

  describe('back online', () => {
    let card: Awaited<ReturnType<typeof aCard>>
    let visitor: Visitor
    beforeAll(async () => {
      card = await aCard(site.deps, { title: 'Baker' })
      visitor = await anInstalledCard(card.alias)
    })
    afterAll(() => visitor[Symbol.asyncDispose]())

    async function openOffline(search: string) {
      const { page } = visitor
      await page.context().setOffline(true)
      expect(await visitor.open(`/${card.alias}/home${search}`)).toBe(200)
      if (search) await page.locator('[data-app]').waitFor({ state: 'attached' })
      return page
    }

    test.each([
      ['as the app', asApp, 'Confectioner'],
      ['in a tab', '', 'Miller'],
    ])('%s shows the latest version', async (_, search, title) => {
      const page = await openOffline(search)
      expect(await page.getByText(title).count()).toBe(0)
      await changeCard(site.deps, card.id, { title })
      await page.context().setOffline(false)
      await page.getByText(title).first().waitFor(longTimeout)
      expect(await page.getByText('Baker').count()).toBe(0)
    })

    test('a cached card is not shown as the latest when the server is slow to return', async () => {
      const page = await openOffline(asApp)
      let refused = 0
      await page.context().route('**/*.data*', (route) => (refused++ < 3 ? route.abort() : route.continue()))
      await changeCard(site.deps, card.id, { title: 'Pastry chef' })
      await page.context().setOffline(false)
      await page.getByText('Pastry chef').first().waitFor(longTimeout)
      expect(refused).toBeGreaterThan(3)
    })
  })

  test('caches no owner page: it offers the card and loads when back online', async () => {
    const { id, alias } = await aCard(site.deps)
    const owner = await signedIn(site, id)
    await using visitor = await aVisitor({ serviceWorkers: 'allow' })
    visitor.allow(expectedErrors)
    await visitor.setSession(owner.cookie)
    await visitor.open(`/${alias}/home${asApp}`)
    const { page } = visitor
    await expect.poll(() => page.evaluate(isCached, alias)).toBe(true)
    await page.context().setOffline(true)
    expect(await visitor.open(`/${alias}/my-contacts`)).toBe(503)
    await page.getByText('You need to be online to open “My Contacts”.').waitFor()
    await page.getByRole('link', { name: 'Open my card' }).click()
    await page.waitForURL(`**/${alias}/home`)
    expect(await page.content()).not.toContain(owner.email)

    await visitor.open(`/${alias}/my-contacts`)
    await page.context().setOffline(false)
    await page.getByRole('heading', { name: 'My Contacts' }).waitFor()
  })
})

test('INST-2 a card is not shown offline after the device learned it was disabled', async () => {
  const { id, alias } = await aCard(site.deps)
  await using visitor = await anInstalledCard(alias)
  const { page } = visitor
  await changeCard(site.deps, id, { eCardEnabled: false })
  // On a slow machine the cached card may be faster one more time.
  await expect.poll(() => visitor.open(`/${alias}/home${asApp}`), longTimeout).toBe(410)
  await expect.poll(() => page.evaluate(isCached, alias), longTimeout).toBe(false)
  await page.context().setOffline(true)
  expect(await visitor.open(`/${alias}/home${asApp}`)).toBe(503)
})

describe('VER-1 a deployment', () => {
  test('a page whose scripts are gone reloads once', async () => {
    await using proxy = await aProxy()
    await using visitor = await aVisitor({ baseURL: proxy.url })
    visitor.allow(/status of (401|404)/)
    let documents = 0
    const isPart = (path: string) => path.startsWith('/assets/card-deferred')
    proxy.answerWith((path, body) => {
      // Requested by the person, by the page that misses a script, and once more by its reload.
      if (path === '/maren/about') return ++documents === 2 ? { body: body.replaceAll(/manifest-\w+\.js/g, 'manifest-other.js') } : null
      return isPart(path) && documents < 3 ? { status: 404 } : null
    })
    await visitor.open('/maren/about')
    await expect.poll(() => documents, longTimeout).toBe(3)
    await expect.poll(() => proxy.requests.filter(isPart).length, longTimeout).toBeGreaterThan(1)
    expect(await heading(visitor.page)).toBe('About Me')
  })
})

test('INST-2 a device without storage shows the card', async () => {
  await using visitor = await aVisitor()
  visitor.allow(expectedErrors)
  await visitor.page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('denied', 'SecurityError')
    }
    for (const name of ['caches', 'indexedDB', 'localStorage', 'sessionStorage']) Object.defineProperty(window, name, { get: refuse })
    Object.defineProperty(navigator.serviceWorker, 'register', { value: async () => refuse() })
  })
  await visitor.open(`/maren/home${asApp}`)
  await hydrate(visitor.page)
  expect(await heading(visitor.page)).toBe('Maren Holloway')
})
