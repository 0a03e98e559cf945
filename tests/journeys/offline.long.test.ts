import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changeCard } from '#server/cards/editor/change-card.ts'
import { aCard } from '../factories/cards.ts'
import { behindTheSite } from '../harness/behind-the-site.ts'
import { aDoorway } from '../harness/doorway.ts'
import { anInstalledCard, asApp, expected, isKept } from '../harness/installed-card.ts'
import { signedIn } from '../harness/signed-in.ts'
import { aVisitor, type Visitor } from '../harness/visitor.ts'

const house = await behindTheSite()

const patient = { timeout: 15_000 }
const heading = (page: Page) => page.getByRole('heading', { level: 1 }).innerText()

describe('INST-2 an installed card without a connection', () => {
  test('opens with its pictures, and is walked through', async () => {
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
    // Whoever is quick takes along how the app was opened.
    await page.waitForURL(({ pathname }) => pathname === '/maren/v-card')
    for (const path of ['about', 'reviews', 'contact', 'connect', 'settings']) expect(await visitor.open(`/maren/${path}`)).toBe(200)
    expect(await page.evaluate(async () => (await fetch('/api/public/client/maren/v-card/latest')).text())).toContain('BEGIN:VCARD')
  })

  describe('once there is one again', () => {
    let card: Awaited<ReturnType<typeof aCard>>
    let visitor: Visitor
    beforeAll(async () => {
      card = await aCard(house.needs, { title: 'Baker' })
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
    ])('%s shows what is newest', async (_, search, title) => {
      const page = await openOffline(search)
      expect(await page.getByText(title).count()).toBe(0)
      await changeCard(house.needs, card.id, { title })
      await page.context().setOffline(false)
      await page.getByText(title).first().waitFor(patient)
      expect(await page.getByText('Baker').count()).toBe(0)
    })

    test('does not take what is kept for what is newest, when the server is slow to come back', async () => {
      const page = await openOffline(asApp)
      let refused = 0
      await page.context().route('**/*.data*', (route) => (refused++ < 3 ? route.abort() : route.continue()))
      await changeCard(house.needs, card.id, { title: 'Pastry chef' })
      await page.context().setOffline(false)
      await page.getByText('Pastry chef').first().waitFor(patient)
      expect(refused).toBeGreaterThan(3)
    })
  })

  test('keeps nothing of its owner’s: those pages say that they need one, offer the card, and come back by themselves', async () => {
    const { id, alias } = await aCard(house.needs)
    const owner = await signedIn(house, id)
    await using visitor = await aVisitor()
    visitor.allow(expected)
    await visitor.wear(owner.cookie)
    await visitor.open(`/${alias}/home${asApp}`)
    const { page } = visitor
    await expect.poll(() => page.evaluate(isKept, alias)).toBe(true)
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

test('INST-2 a card that was switched off is not shown again by a device that was told so', async () => {
  const { id, alias } = await aCard(house.needs)
  await using visitor = await anInstalledCard(alias)
  const { page } = visitor
  await changeCard(house.needs, id, { eCardEnabled: false })
  // On a slow machine the cached card may be faster once more.
  await expect.poll(() => visitor.open(`/${alias}/home${asApp}`), patient).toBe(410)
  await expect.poll(() => page.evaluate(isKept, alias), patient).toBe(false)
  await page.context().setOffline(true)
  expect(await visitor.open(`/${alias}/home${asApp}`)).toBe(503)
})

describe('VER-1 a deployment', () => {
  test('another worker waits, takes over when told to, and the page loads anew once', async () => {
    await using doorway = await aDoorway()
    await using visitor = await anInstalledCard('maren', { baseURL: doorway.url })
    const { page } = visitor
    doorway.answerWith((path, said) =>
      path === '/service-worker.js' ? { body: said.replace(/(["'`]?build["'`]?:\s*["'`])[0-9a-f]+/, '$1anew') } : null,
    )
    const typed = await visitor.page.context().newPage()
    await typed.goto(`/maren/connect${asApp}`)
    await typed.locator('[data-app]').waitFor({ state: 'attached' })
    await typed.evaluate(() => document.querySelector('main')?.append(document.createElement('textarea')))
    await typed.locator('main textarea').fill('Ada')

    await page.bringToFront()
    await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration('/')
      await registration?.update()
    })
    await expect
      .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistration('/'))?.waiting?.state))
      .toBe('installed')
    const loads: string[] = []
    page.on('load', () => loads.push('load'))
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration('/'))?.waiting?.postMessage({ kind: 'apply' }))
    await expect.poll(() => loads.length, patient).toBe(1)
    await expect.poll(async () => (await page.evaluate(() => caches.keys())).includes('shell-anew')).toBe(true)
    expect(await typed.locator('main textarea').inputValue()).toBe('Ada')
  })

  test('a page whose parts are gone loads anew once', async () => {
    await using doorway = await aDoorway()
    await using visitor = await aVisitor({ baseURL: doorway.url })
    visitor.allow(/status of (401|404)/)
    let documents = 0
    const isPart = (path: string) => path.startsWith('/assets/card-later')
    doorway.answerWith((path, said) => {
      // Asked for by the person, by the page that misses a part, and once more when it loads anew.
      if (path === '/maren/about') return ++documents === 2 ? { body: said.replaceAll(/manifest-\w+\.js/g, 'manifest-other.js') } : null
      return isPart(path) && documents < 3 ? { status: 404 } : null
    })
    await visitor.open('/maren/about')
    await expect.poll(() => documents, patient).toBe(3)
    await expect.poll(() => doorway.asked.filter(isPart).length, patient).toBeGreaterThan(1)
    expect(await heading(visitor.page)).toBe('About Me')
  })
})

test('INST-2 a device that keeps nothing shows the card all the same', async () => {
  await using visitor = await aVisitor()
  visitor.allow(expected)
  await visitor.page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('denied', 'SecurityError')
    }
    for (const name of ['caches', 'indexedDB', 'localStorage', 'sessionStorage']) Object.defineProperty(window, name, { get: refuse })
    Object.defineProperty(navigator.serviceWorker, 'register', { value: async () => refuse() })
  })
  await visitor.open(`/maren/home${asApp}`)
  await visitor.page.waitForLoadState('networkidle')
  expect(await heading(visitor.page)).toBe('Maren Holloway')
})
