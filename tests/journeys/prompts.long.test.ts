import type { Page } from 'playwright-core'
import { captureDelay, promptDelayMs } from '#contract/constants.ts'
import { aCard } from '../factories/cards.ts'
import { siteApp } from '../harness/site-app.ts'
import { stopClock } from '../harness/stop-clock.ts'
import { signedIn } from '../harness/signed-in.ts'
import { aVisitor, hydrate } from '../harness/visitor.ts'
import { describe, expect, test } from 'vitest'
import { findAccessibilityIssues } from '../harness/find-accessibility-issues.ts'
import { eventually } from '../harness/eventually.ts'
import { sideHref } from '#contract/pages.ts'

const site = await siteApp()
const install = (page: Page) => page.getByRole('dialog', { name: /Keep Ada one tap away|Add this card to your home screen/ })
const readState = (page: Page, alias: string) =>
  page.evaluate((name) => JSON.parse(localStorage.getItem(`card:${name}`) ?? '{}') as Record<string, unknown>, alias)

/** When a card’s deferred parts begin. */
const deferredMs = promptDelayMs.connect + captureDelay.leastSeconds * 1000

type Options = { on?: 'phone' | 'desktop'; hasForm?: boolean; path?: string; state?: Record<string, unknown>; isOwner?: boolean }

/** A card at its fifth load, with a stopped clock. Its deferred parts are loading, no prompt is open yet. */
async function aFifthLoad({ on = 'phone', hasForm = false, path = 'home', state = {}, isOwner = false }: Options = {}) {
  const { id, alias } = await aCard(site.deps, {
    settings: { connectClientsSetting: { enabled: hasForm, desktopEnabled: hasForm, timeout: 0 } },
  })
  const visitor = await aVisitor({ on })
  const { page } = visitor
  if (isOwner) await visitor.setSession((await signedIn(site, id)).cookie)
  const clock = await stopClock(page)
  await page.addInitScript(
    ([key, text]) => {
      if (key && text && !localStorage.getItem(key)) localStorage.setItem(key, text)
    },
    [`card:${alias}`, JSON.stringify({ visitCount: 5, ...state })],
  )
  const open = async () => {
    await visitor.open(`/${alias}/${path}`)
    await hydrate(page)
    await clock.timer(deferredMs)
    await clock.runFor(deferredMs)
  }
  await open()
  return { page, clock, open, alias, [Symbol.asyncDispose]: () => visitor[Symbol.asyncDispose]() }
}

/** Waits until the load is counted. */
const waitForCount = (page: Page, alias: string, count: number) =>
  page.waitForFunction(
    ([key = '', number = 0]) => (JSON.parse(localStorage.getItem(String(key)) ?? '{}') as { visitCount?: number }).visitCount === number,
    [`card:${alias}`, count],
  )

/** An app's window, as on an iPhone. */
async function anApp({ skips = false, isOwner = false, search = '?source=pwa', isApp = true } = {}) {
  const { id, alias } = await aCard(site.deps, {
    settings: { skipLoginPrompt: skips, connectClientsSetting: { enabled: false, timeout: 9 } },
  })
  const visitor = await aVisitor()
  const { page } = visitor
  visitor.allow(/401/)
  if (isOwner) await visitor.setSession((await signedIn(site, id)).cookie)
  if (isApp) await page.addInitScript(() => Object.defineProperty(navigator, 'standalone', { value: true }))
  // After two seconds the app requests its stories: the login prompt would have opened before.
  const storiesRequest = page.waitForRequest('**/get-stories**')
  await visitor.open(`/${alias}/home${search}`)
  return { page, alias, storiesRequest, visitor, [Symbol.asyncDispose]: () => visitor[Symbol.asyncDispose]() }
}

const connect = (page: Page) => page.getByRole('dialog', { name: 'Let’s connect' })

describe('the install prompt', () => {
  test('PROMPT-1 PROMPT-2 appears at the fifth load after its delay; counting restarts', async () => {
    await using load = await aFifthLoad({ state: { visitCount: 4 } })
    const { page, clock, open, alias } = load
    await clock.timer(promptDelayMs.install)
    await waitForCount(page, alias, 5)
    await clock.runFor(5000)
    expect(await install(page).count()).toBe(0)

    await open()
    await clock.timer(promptDelayMs.install)
    await waitForCount(page, alias, 6)
    await clock.runFor(promptDelayMs.install - 100)
    expect(await install(page).count()).toBe(0)
    await clock.runFor(200)
    await clock.resume()
    await install(page).waitFor()
    expect(await findAccessibilityIssues(page)).toEqual([])
    await install(page).getByRole('button', { name: 'Not now' }).click()
    await install(page).waitFor({ state: 'detached' })
    await eventually(async () => expect(await readState(page, alias)).toMatchObject({ visitCount: 1, installDiscarded: false }))
  })

  test('PROMPT-1 waits for the form, and follows it by 0.1 s and its own delay', async () => {
    await using load = await aFifthLoad({ hasForm: true })
    const { page, clock } = load
    await clock.runUntil(() => connect(page).isVisible())
    await clock.runFor(60_000)
    expect(await install(page).count()).toBe(0)
    await page.keyboard.press('Escape')
    await connect(page).waitFor({ state: 'detached' })
    const delayMs = promptDelayMs.installAfterConnect + promptDelayMs.install
    await clock.timer(delayMs)
    await clock.runFor(delayMs - 100)
    expect(await install(page).count()).toBe(0)
    await clock.runFor(200)
    await clock.resume()
    await install(page).waitFor()
    expect(await page.getByRole('dialog').count()).toBe(1)
  })

  test('PROMPT-1 waits while a sheet is open', async () => {
    await using load = await aFifthLoad()
    const { page, clock } = load
    await clock.timer(promptDelayMs.install)
    await page.locator('.dock [popovertarget="share"]').click()
    await page.locator('#share:popover-open').waitFor()
    await clock.runFor(3000)
    expect(await install(page).count()).toBe(0)
    await page.keyboard.press('Escape')
    await clock.resume()
    await install(page).waitFor()
  })

  test('PROMPT-2 respects ‘Never ask again’', async () => {
    await using load = await aFifthLoad()
    const { page, clock, open, alias } = load
    await clock.timer(promptDelayMs.install)
    await clock.runUntil(() => install(page).isVisible())
    await install(page).getByRole('button', { name: 'Never ask again' }).click()
    await install(page).waitFor({ state: 'detached' })
    await eventually(async () => expect(await readState(page, alias)).toMatchObject({ installDiscarded: true }))
    await page.evaluate((name) => localStorage.setItem(`card:${name}`, JSON.stringify({ visitCount: 5, installDiscarded: true })), alias)
    await open()
    await clock.timer(promptDelayMs.install)
    await waitForCount(page, alias, 6)
    await clock.runFor(5000)
    expect(await install(page).count()).toBe(0)
  })

  test.each<[string, Options]>([
    ['on the install page', { path: 'install' }],
    ['for an owner before the tour', { isOwner: true }],
    ['if it is installed', { state: { installed: true } }],
  ])('PROMPT-2 does not appear %s', async (_where, options) => {
    await using load = await aFifthLoad(options)
    const { page, clock, alias } = load
    await clock.timer(promptDelayMs.install)
    await waitForCount(page, alias, 6)
    await clock.runFor(5000)
    expect(await install(page).count()).toBe(0)
  })

  test('PROMPT-3 on a desktop is a code for a phone, and returns to the previous page', async () => {
    await using load = await aFifthLoad({ on: 'desktop' })
    const { page, clock, alias } = load
    await clock.timer(promptDelayMs.install)
    await clock.runFor(promptDelayMs.install)
    await clock.resume()
    await install(page).getByText('Scan QR to install your Carte').waitFor()
    expect(await install(page).getByRole('img', { name: 'QR code for the install page' }).getAttribute('src')).toBe(
      `/api/public/client-install-qr/${alias}`,
    )
    expect(await findAccessibilityIssues(page)).toEqual([])
    await page.keyboard.press('Escape')
    await install(page).waitFor({ state: 'detached' })
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('content')
  })
})

describe('the login prompt', () => {
  test.each([
    ['whose owner is signed in', { isOwner: true }],
    ['whose owner disabled it', { skips: true }],
    ['that is only simulated', { search: '?simulateStandalone=on' }],
  ])('PROMPT-2 does not redirect an app %s', async (_which, options) => {
    await using app = await anApp(options)
    await app.storiesRequest
    expect(new URL(app.page.url()).pathname).toBe(`/${app.alias}/home`)
  })

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
})
