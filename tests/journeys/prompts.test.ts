import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { sideHref } from '#contract/pages.ts'
import { aCard } from '../factories/cards.ts'
import { siteApp } from '../harness/site-app.ts'
import { findAccessibilityIssues } from '../harness/find-accessibility-issues.ts'
import { signedIn } from '../harness/signed-in.ts'
import { aVisitor, hydrate } from '../harness/visitor.ts'

const site = await siteApp()

const install = (page: Page) => page.getByRole('dialog', { name: /Keep Ada one tap away|Add this card to your home screen/ })
const connect = (page: Page) => page.getByRole('dialog', { name: 'Let’s connect' })
const readState = (page: Page, alias: string) =>
  page.evaluate((name) => JSON.parse(localStorage.getItem(`card:${name}`) ?? '{}') as Record<string, unknown>, alias)

type Options = { on?: 'phone' | 'desktop'; hasForm?: boolean; path?: string; state?: Record<string, unknown>; isOwner?: boolean }

/** A card at its fifth load, with a fake clock. Its deferred parts have loaded, no prompt is open yet. */
async function aFifthLoad({ on = 'phone', hasForm = false, path = 'home', state = {}, isOwner = false }: Options = {}) {
  const { id, alias } = await aCard(site.deps, {
    settings: { connectClientsSetting: { enabled: hasForm, desktopEnabled: hasForm, timeout: 0 } },
  })
  const visitor = await aVisitor({ on, serviceWorkers: 'block' })
  const { page } = visitor
  if (isOwner) await visitor.setSession((await signedIn(site, id)).cookie)
  await page.clock.install()
  await page.addInitScript(
    ([key, text]) => {
      if (key && text && !localStorage.getItem(key)) localStorage.setItem(key, text)
    },
    [`card:${alias}`, JSON.stringify({ visitCount: 5, ...state })],
  )
  await visitor.open(`/${alias}/${path}`)
  await hydrate(page)
  await page.clock.runFor(700)
  return { page, visitor, alias, [Symbol.asyncDispose]: () => visitor[Symbol.asyncDispose]() }
}
/** The load is counted: the prompt's own delay begins. */
const waitForCount = (page: Page, alias: string, count: number) =>
  page.waitForFunction(
    ([key = '', number = 0]) => (JSON.parse(localStorage.getItem(String(key)) ?? '{}') as { visitCount?: number }).visitCount === number,
    [`card:${alias}`, count],
  )

describe('the install prompt', () => {
  test('PROMPT-1 PROMPT-2 appears at the fifth load after its delay; counting restarts', async () => {
    await using load = await aFifthLoad({ state: { visitCount: 4 } })
    const { page, visitor, alias } = load
    await waitForCount(page, alias, 5)
    await page.clock.runFor(5000)
    expect(await install(page).count()).toBe(0)

    await visitor.open(`/${alias}/home`)
    await hydrate(page)
    await page.clock.runFor(700)
    await waitForCount(page, alias, 6)
    // The fake clock also advances by itself.
    await page.clock.runFor(300)
    expect(await install(page).count()).toBe(0)
    await page.clock.runFor(800)
    await install(page).waitFor()
    expect(await findAccessibilityIssues(page)).toEqual([])
    await install(page).getByRole('button', { name: 'Not now' }).click()
    await install(page).waitFor({ state: 'detached' })
    expect(await readState(page, alias)).toMatchObject({ visitCount: 1, installDiscarded: false })
  })

  test('PROMPT-1 waits for the form, and follows it by 0.1 s and its own delay', async () => {
    await using load = await aFifthLoad({ hasForm: true })
    const { page } = load
    await connect(page).waitFor()
    // Paused from here on: the time to close the form does not count.
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
    await using load = await aFifthLoad()
    const { page, alias } = load
    await page.locator('.dock [popovertarget="share"]').click()
    await waitForCount(page, alias, 6)
    await page.clock.runFor(3000)
    expect(await install(page).count()).toBe(0)
    await page.keyboard.press('Escape')
    await page.clock.runFor(100)
    await install(page).waitFor()
  })

  test('PROMPT-2 respects ‘Never ask again’', async () => {
    await using load = await aFifthLoad()
    const { page, visitor, alias } = load
    await waitForCount(page, alias, 6)
    await page.clock.runFor(1100)
    await install(page).getByRole('button', { name: 'Never ask again' }).click()
    await install(page).waitFor({ state: 'detached' })
    expect(await readState(page, alias)).toMatchObject({ installDiscarded: true })
    await page.evaluate((name) => localStorage.setItem(`card:${name}`, JSON.stringify({ visitCount: 5, installDiscarded: true })), alias)
    await visitor.open(`/${alias}/home`)
    await hydrate(page)
    await page.clock.runFor(700)
    await waitForCount(page, alias, 6)
    await page.clock.runFor(5000)
    expect(await install(page).count()).toBe(0)
  })

  test.each<[string, Options]>([
    ['on the install page', { path: 'install' }],
    ['for an owner before the tour', { isOwner: true }],
    ['if it is installed', { state: { installed: true } }],
  ])('PROMPT-2 does not appear %s', async (_where, options) => {
    await using load = await aFifthLoad(options)
    const { page, alias } = load
    await waitForCount(page, alias, 6)
    await page.clock.runFor(5000)
    expect(await install(page).count()).toBe(0)
  })

  test('PROMPT-3 on a desktop is a code for a phone, and returns to the previous page', async () => {
    await using load = await aFifthLoad({ on: 'desktop' })
    const { page, alias } = load
    await waitForCount(page, alias, 6)
    await page.clock.runFor(1100)
    await install(page).getByText('Scan QR to install your Carte').waitFor()
    expect(await install(page).getByRole('img', { name: 'QR code for the install page' }).getAttribute('src')).toBe(
      `/api/public/client-install-qr/${alias}`,
    )
    expect(await findAccessibilityIssues(page)).toEqual([])
    await page.keyboard.press('Escape')
    await install(page).waitFor({ state: 'detached' })
  })
})

describe('the login prompt', () => {
  /** An app's window, as on an iPhone. */
  async function anApp({ skips = false, isOwner = false, search = '?source=pwa', isApp = true } = {}) {
    const { id, alias } = await aCard(site.deps, {
      settings: { skipLoginPrompt: skips, connectClientsSetting: { enabled: false, timeout: 9 } },
    })
    const visitor = await aVisitor({ serviceWorkers: 'block' })
    const { page } = visitor
    visitor.allow(/401/)
    if (isOwner) await visitor.setSession((await signedIn(site, id)).cookie)
    if (isApp) await page.addInitScript(() => Object.defineProperty(navigator, 'standalone', { value: true }))
    // After two seconds the app requests its stories: the login prompt would have opened before.
    const storiesRequest = page.waitForRequest('**/get-stories**')
    await visitor.open(`/${alias}/home${search}`)
    return { page, alias, storiesRequest, visitor, [Symbol.asyncDispose]: () => visitor[Symbol.asyncDispose]() }
  }

  // A shortcut made from the page itself opens the app without the manifest's start URL.
  test.each(['?source=pwa', ''])('PROMPT-1 PROMPT-2 redirects a signed-out app to the login once, first (%s)', async (search) => {
    await using app = await anApp({ search })
    const { page, alias, storiesRequest } = app
    void storiesRequest.catch(() => {})
    await page.waitForURL(`**${sideHref(alias, 'login')}?**`)
    expect(new URL(page.url()).searchParams.get('from')).toBe(`/${alias}/home${search}`)
    const again = page.waitForRequest('**/get-stories**')
    await page.goBack()
    await again
    expect(new URL(page.url()).pathname).toBe(`/${alias}/home`)
  })

  test.each([
    ['whose owner is signed in', { isOwner: true }],
    ['whose owner disabled it', { skips: true }],
    ['that is only simulated', { search: '?simulateStandalone=on' }],
  ])('PROMPT-2 does not redirect an app %s', async (_which, options) => {
    await using app = await anApp(options)
    await app.storiesRequest
    expect(new URL(app.page.url()).pathname).toBe(`/${app.alias}/home`)
  })
})
