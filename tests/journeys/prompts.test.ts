import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { sideHref } from '#contract/pages.ts'
import { aCard } from '../factories/cards.ts'
import { behindTheSite } from '../harness/behind-the-site.ts'
import { findBarriers } from '../harness/find-barriers.ts'
import { signedIn } from '../harness/signed-in.ts'
import { aVisitor, awaken } from '../harness/visitor.ts'

const house = await behindTheSite()

const install = (page: Page) => page.getByRole('dialog', { name: /Keep Ada one tap away|Add this card to your home screen/ })
const connect = (page: Page) => page.getByRole('dialog', { name: 'Let’s connect' })
const kept = (page: Page, alias: string) =>
  page.evaluate((name) => JSON.parse(localStorage.getItem(`card:${name}`) ?? '{}') as Record<string, unknown>, alias)
const isAwake = (page: Page) => awaken(page)

type Wishes = { on?: 'phone' | 'desktop'; asks?: boolean; path?: string; state?: Record<string, unknown>; isOwner?: boolean }

/** A card at its fifth load on a device whose clock the test moves. Its later parts are there, nothing has spoken yet. */
async function aFifthLoad({ on = 'phone', asks = false, path = 'home', state = {}, isOwner = false }: Wishes = {}) {
  const { id, alias } = await aCard(house.needs, {
    settings: { connectClientsSetting: { enabled: asks, desktopEnabled: asks, timeout: 0 } },
  })
  const visitor = await aVisitor({ on, serviceWorkers: 'block' })
  const { page } = visitor
  if (isOwner) await visitor.wear((await signedIn(house, id)).cookie)
  await page.clock.install()
  await page.addInitScript(
    ([key, text]) => {
      if (key && text && !localStorage.getItem(key)) localStorage.setItem(key, text)
    },
    [`card:${alias}`, JSON.stringify({ installShown: 5, ...state })],
  )
  await visitor.open(`/${alias}/${path}`)
  await isAwake(page)
  await page.clock.runFor(700)
  return { page, visitor, alias, [Symbol.asyncDispose]: () => visitor[Symbol.asyncDispose]() }
}
/** The load has been counted: the prompt's own second begins. */
const isCounted = (page: Page, alias: string, count: number) =>
  page.waitForFunction(
    ([key = '', number = 0]) =>
      (JSON.parse(localStorage.getItem(String(key)) ?? '{}') as { installShown?: number }).installShown === number,
    [`card:${alias}`, count],
  )

describe('the install prompt', () => {
  test('PROMPT-1 PROMPT-2 comes at the fifth load, a second after its turn, and begins to count anew', async () => {
    await using look = await aFifthLoad({ state: { installShown: 4 } })
    const { page, visitor, alias } = look
    await isCounted(page, alias, 5)
    await page.clock.runFor(5000)
    expect(await install(page).count()).toBe(0)

    await visitor.open(`/${alias}/home`)
    await isAwake(page)
    await page.clock.runFor(700)
    await isCounted(page, alias, 6)
    // The clock goes on by itself, too.
    await page.clock.runFor(300)
    expect(await install(page).count()).toBe(0)
    await page.clock.runFor(800)
    await install(page).waitFor()
    expect(await findBarriers(page)).toEqual([])
    await install(page).getByRole('button', { name: 'Not now' }).click()
    await install(page).waitFor({ state: 'detached' })
    expect(await kept(page, alias)).toMatchObject({ installShown: 1, installDiscarded: false })
  })

  test('PROMPT-1 waits for the form, and follows it 0.1 s and its own second later', async () => {
    await using look = await aFifthLoad({ asks: true })
    const { page } = look
    await connect(page).waitFor()
    // Held from here on: what this machine takes to shut the form is no part of the second.
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000))
    expect(await install(page).count()).toBe(0)
    await page.keyboard.press('Escape')
    await connect(page).waitFor({ state: 'detached' })
    await page.clock.runFor(1000)
    expect(await install(page).count()).toBe(0)
    await page.clock.runFor(200)
    await page.clock.resume()
    await install(page).waitFor()
    expect(await page.getByRole('dialog').count()).toBe(1)
  })

  test('PROMPT-1 waits while a sheet is open', async () => {
    await using look = await aFifthLoad()
    const { page, alias } = look
    await page.locator('.dock [popovertarget="share"]').click()
    await isCounted(page, alias, 6)
    await page.clock.runFor(3000)
    expect(await install(page).count()).toBe(0)
    await page.keyboard.press('Escape')
    await page.clock.runFor(100)
    await install(page).waitFor()
  })

  test('PROMPT-2 ‘Never ask again’ holds', async () => {
    await using look = await aFifthLoad()
    const { page, visitor, alias } = look
    await isCounted(page, alias, 6)
    await page.clock.runFor(1100)
    await install(page).getByRole('button', { name: 'Never ask again' }).click()
    await install(page).waitFor({ state: 'detached' })
    expect(await kept(page, alias)).toMatchObject({ installDiscarded: true })
    await page.evaluate((name) => localStorage.setItem(`card:${name}`, JSON.stringify({ installShown: 5, installDiscarded: true })), alias)
    await visitor.open(`/${alias}/home`)
    await isAwake(page)
    await page.clock.runFor(700)
    await isCounted(page, alias, 6)
    await page.clock.runFor(5000)
    expect(await install(page).count()).toBe(0)
  })

  test.each<[string, Wishes]>([
    ['on the install page', { path: 'install' }],
    ['for an owner before the tour', { isOwner: true }],
    ['where it is installed', { state: { installed: true } }],
  ])('PROMPT-2 stays away %s', async (_where, wishes) => {
    await using look = await aFifthLoad(wishes)
    const { page, alias } = look
    await isCounted(page, alias, 6)
    await page.clock.runFor(5000)
    expect(await install(page).count()).toBe(0)
  })

  test('PROMPT-3 on a desk it is the code for a phone, and leads back to where one was', async () => {
    await using look = await aFifthLoad({ on: 'desktop' })
    const { page, alias } = look
    await isCounted(page, alias, 6)
    await page.clock.runFor(1100)
    await install(page).getByText('Scan QR to install your Carte').waitFor()
    expect(await install(page).getByRole('img', { name: 'QR code for the install page' }).getAttribute('src')).toBe(
      `/api/public/client-install-qr/${alias}`,
    )
    expect(await findBarriers(page)).toEqual([])
    await page.keyboard.press('Escape')
    await install(page).waitFor({ state: 'detached' })
  })
})

describe('the login prompt', () => {
  /** An app's window, as iPhones tell it. */
  async function anApp({ skips = false, isOwner = false, search = '?source=pwa', isApp = true } = {}) {
    const { id, alias } = await aCard(house.needs, {
      settings: { skipLoginPrompt: skips, connectClientsSetting: { enabled: false, timeout: 9 } },
    })
    const visitor = await aVisitor({ serviceWorkers: 'block' })
    const { page } = visitor
    visitor.allow(/401/)
    if (isOwner) await visitor.wear((await signedIn(house, id)).cookie)
    if (isApp) await page.addInitScript(() => Object.defineProperty(navigator, 'standalone', { value: true }))
    // Two seconds in, the app asks for its stories: by then the login would have spoken.
    const isLater = page.waitForRequest('**/get-stories**')
    await visitor.open(`/${alias}/home${search}`)
    return { page, alias, isLater, visitor, [Symbol.asyncDispose]: () => visitor[Symbol.asyncDispose]() }
  }

  // A shortcut made from the page itself opens the app at another address than the manifest's.
  test.each(['?source=pwa', ''])(
    'PROMPT-1 PROMPT-2 sends an app that starts signed out to the login, once and first (%s)',
    async (search) => {
      await using app = await anApp({ search })
      const { page, alias, isLater } = app
      void isLater.catch(() => {})
      await page.waitForURL(`**${sideHref(alias, 'login')}?**`)
      expect(new URL(page.url()).searchParams.get('from')).toBe(`/${alias}/home${search}`)
      const again = page.waitForRequest('**/get-stories**')
      await page.goBack()
      await again
      expect(new URL(page.url()).pathname).toBe(`/${alias}/home`)
    },
  )

  test.each([
    ['whose owner is signed in', { isOwner: true }],
    ['whose owner wants none', { skips: true }],
    ['that only pretends to be one', { search: '?simulateStandalone=on' }],
  ])('PROMPT-2 does not in an app %s', async (_which, wishes) => {
    await using app = await anApp(wishes)
    await app.isLater
    expect(new URL(app.page.url()).pathname).toBe(`/${app.alias}/home`)
  })
})
