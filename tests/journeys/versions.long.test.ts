import type { Page, Route } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { changeCard } from '#server/cards/editor/change-card.ts'
import { readProductVersion } from '#server/common/product-version.ts'
import { aCard } from '../factories/cards.ts'
import { siteApp } from '../harness/site-app.ts'
import { aProxy } from '../harness/proxy.ts'
import { expectedErrors } from '../harness/installed-card.ts'
import { findAccessibilityIssues } from '../harness/find-accessibility-issues.ts'
import { signedIn } from '../harness/signed-in.ts'
import { theSite } from '../harness/the-site.ts'
import { aVisitor, hydrate, suppressForm } from '../harness/visitor.ts'
import { listShell } from '../../build/list-shell.ts'

const site = await siteApp()

const longTimeout = { timeout: 15_000 }
const asApp = '?simulateStandalone=on'
const latest = '**/latest-version-history/**'
const today = () => new Date().toISOString().slice(0, 10)
const aVersion = (version: string, date = today()) => {
  const updates = ['Two small fixes', 'A better QR code']
  return { version, versionNumber: version, date, versionHistory: '', updates, versionUpdates: updates }
}
const great = '99.0.0'
const running = readProductVersion()
/** The id of the web build, which its worker contains. */
const { build } = listShell('web/build/client/assets')
/** The next patch version: a small release. */
const small = running.replace(/\d+$/, (last) => String(Number(last) + 1))

type Options = {
  path?: string
  isOwner?: boolean
  experiments?: { name: string; enabled: boolean }[]
  /** The newest release; null without a server response, undefined for the running one. */
  newest?: ReturnType<typeof aVersion> | null
}

/** A visitor of a card, or its owner with `isOwner`. */
async function aVisit({ path = `about${asApp}`, isOwner = false, experiments = [], newest }: Options = {}) {
  const card = await aCard(site.deps, { experiments, settings: { skipLoginPrompt: true, connectClientsSetting: { timeout: 0 } } })
  // A worker's requests would bypass the test's routes.
  const visitor = await aVisitor({ reducedMotion: 'reduce' })
  const { page } = visitor
  await suppressForm(page, card.alias)
  if (isOwner) await visitor.setSession((await signedIn(site, card.id)).cookie)
  else visitor.allow(/401/)
  await page.route('**/get-stories*', (route) => route.fulfill({ json: [] }))
  if (newest !== undefined) await page.route(latest, answer(newest))
  await visitor.open(`/${card.alias}/${path}`)
  return { ...visitor, alias: card.alias }
}

const answer = (newest: ReturnType<typeof aVersion> | null) => (route: Route) =>
  newest ? route.fulfill({ json: newest }) : route.abort('internetdisconnected')

const panel = (page: Page) => page.locator('.new-version.visible')
const menuRow = (page: Page) => page.locator('.menu-new-version')
const row = (page: Page) => page.getByRole('main').getByRole('listitem').filter({ hasText: 'Check for updates' })
const versionRequest = (page: Page) => page.waitForResponse(latest, longTimeout)

describe('VER-1 a newer version', () => {
  test('opens a panel if it is a big release; once closed it stays in the menu only', async () => {
    await using visit = await aVisit({ newest: aVersion(great, '2020-01-01') })
    const { page, alias } = visit
    await panel(page).waitFor(longTimeout)
    expect(await panel(page).getByRole('status').innerText()).toMatch(/Version 99\.0\.0 is available\s+Two small fixes/)
    expect(await findAccessibilityIssues(page)).toEqual([])
    await panel(page).getByRole('button', { name: 'Close' }).click()
    await panel(page).waitFor({ state: 'detached' })

    await Promise.all([versionRequest(page), visit.open(`/${alias}/about${asApp}`)])
    await page.getByRole('button', { name: 'Menu' }).click()
    await menuRow(page).getByText('Version 99.0.0 is available').waitFor()
    expect(await panel(page).count()).toBe(0)
    const stored = await page.evaluate(() => localStorage.getItem('versions'))
    expect(JSON.parse(stored ?? '{}')).toMatchObject({ dismissed: great })
  })

  test('is a line in the menu if it is a small release', async () => {
    await using visit = await aVisit({ newest: aVersion(small) })
    const { page } = visit
    await page.getByRole('button', { name: 'Menu' }).click()
    await menuRow(page).getByText(`Version ${small} is available`).waitFor(longTimeout)
    expect(await menuRow(page).getByRole('button', { name: 'Update' }).isVisible()).toBe(true)
    expect(await panel(page).count()).toBe(0)
  })

  test('is announced on owners’ pages, too', async () => {
    await using visit = await aVisit({ isOwner: true, path: 'analytics', newest: aVersion(great) })
    await panel(visit.page).waitFor(longTimeout)
    expect(await findAccessibilityIssues(visit.page)).toEqual([])
    // The panel is at the top of the page: the keyboard reaches its buttons first.
    await visit.page.keyboard.press('Tab')
    expect(await panel(visit.page).evaluate((notice) => notice.contains(document.activeElement))).toBe(true)
  })

  test('is not checked for by visitors of a card', async () => {
    await using visit = await aVisit({ path: 'about', newest: aVersion(great) })
    const { page } = visit
    const requests: string[] = []
    page.on('request', (request) => requests.push(request.url()))
    await page.clock.install()
    await visit.open(`/${visit.alias}/home`)
    await hydrate(page)
    await page.clock.runFor(20_000)
    // The deferred part has loaded: the check would be in it.
    await page.locator('.connection').waitFor({ state: 'attached' })
    await page.clock.runFor(20_000)
    expect(requests.filter((url) => url.includes('version-history'))).toEqual([])
  })

  test.each([
    ['there is no response', null],
    ['the response is malformed', aVersion('soon')],
    ['the newest release is older than the running one', aVersion('0.0.1')],
  ])('is not announced if %s', async (_where, newest) => {
    await using visit = await aVisit({ path: `settings${asApp}`, newest })
    const { page } = visit
    await row(page)
      .getByText(newest ? 'You’re up to date' : 'Couldn’t check right now')
      .waitFor(longTimeout)
    expect([await panel(page).count(), await menuRow(page).count()]).toEqual([0, 0])
  })
})

describe('VER-1 the update', () => {
  const update = (page: Page) => panel(page).getByRole('button', { name: 'Update' })

  test('loads the app again, and is not offered again if the server has none', async () => {
    await using visit = await aVisit({ newest: aVersion(great) })
    const { page } = visit
    await update(page).waitFor(longTimeout)
    await Promise.all([page.waitForEvent('load', longTimeout), versionRequest(page), update(page).click()])
    await page.getByRole('button', { name: 'Menu' }).click()
    await menuRow(page).waitFor(longTimeout)
    expect(await panel(page).count()).toBe(0)
  })

  test('replaces a busy worker when its button is clicked, and the page reloads once', async () => {
    const { alias } = await aCard(site.deps, { settings: { skipLoginPrompt: true, connectClientsSetting: { timeout: 0 } } })
    await using proxy = await aProxy()
    let isDeployed = false
    proxy.answerWith((path, body) => {
      if (path.includes('/latest-version-history/')) return { body: JSON.stringify(aVersion(great)) }
      if (path.includes('/get-stories')) return { body: '[]' }
      return isDeployed && path === '/service-worker.js' ? { body: body.replaceAll(build, 'again') } : null
    })
    await using visitor = await aVisitor({ baseURL: proxy.url, serviceWorkers: 'allow', reducedMotion: 'reduce' })
    visitor.allow(expectedErrors)
    const { page } = visitor
    await visitor.open(`/${alias}/about${asApp}`)
    await update(page).waitFor(longTimeout)
    await expect.poll(() => page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state), longTimeout).toBe('activated')
    const typed = await page.context().newPage()
    await typed.goto(`/${alias}/home${asApp}`)
    await typed.locator('[data-app]').waitFor({ state: 'attached' })
    await typed.evaluate(() => document.querySelector('main')?.append(document.createElement('textarea')))
    await typed.locator('main textarea').fill('Ada')
    await page.bringToFront()

    isDeployed = true
    const waiting = async () => (await navigator.serviceWorker.getRegistration('/'))?.waiting?.state
    await page.evaluate(async () => void (await (await navigator.serviceWorker.getRegistration('/'))?.update()))
    await expect.poll(() => page.evaluate(waiting), longTimeout).toBe('installed')
    const loads: string[] = []
    page.on('load', () => loads.push(page.url()))
    await update(page).click()
    // The browser stops the old worker, and these requests start it again.
    await typed.evaluate(async () => {
      for (let sent = 0; sent < 40; sent++) await fetch('/remote/api', { method: 'HEAD' })
    })
    const hasTakenOver = async () =>
      (await caches.has('shell-again')) && (await navigator.serviceWorker.getRegistration('/'))?.waiting === null
    await expect.poll(() => page.evaluate(hasTakenOver), longTimeout).toBe(true)
    await expect.poll(() => loads.length, longTimeout).toBe(1)
    expect(await typed.locator('main textarea').inputValue()).toBe('Ada')
  })

  test('waits for unsaved input', async () => {
    await using visit = await aVisit({ path: `lets-connect${asApp}`, newest: aVersion(great) })
    const { page } = visit
    await update(page).waitFor(longTimeout)
    const name = page.getByRole('textbox', { name: 'First name' })
    await name.fill('Tobias')
    await update(page).click()
    await panel(page).getByText('We’ll update after you’ve sent what you’re typing.').waitFor()
    expect(await name.inputValue()).toBe('Tobias')

    const loaded = page.waitForEvent('load', longTimeout)
    await page.locator('.dock').getByRole('link', { name: 'Home' }).click()
    await loaded
  })

  test('requires a connection', async () => {
    await using visit = await aVisit({ newest: aVersion(great) })
    const { page } = visit
    await update(page).waitFor(longTimeout)
    await page.context().setOffline(true)
    await panel(page).getByText('You need to be online to update').waitFor(longTimeout)
    await update(page).click({ force: true })
    await page.context().setOffline(false)
    await panel(page).getByText('Two small fixes').waitFor(longTimeout)
    expect(await update(page).getAttribute('aria-disabled')).toBeNull()
  })
})

describe('SET-1 the settings', () => {
  test('say which version runs, and check for a newer one', async () => {
    await using visit = await aVisit({ path: 'settings' })
    const { page } = visit
    expect(await page.getByRole('main').getByRole('listitem').first().innerText()).toMatch(new RegExp(`Version\\s+${running}`))
    // A browser tab has no app and no news about it.
    expect(await page.getByRole('main').getByText('What’s new').count()).toBe(0)
    const check = row(page).getByRole('button', { name: 'Check' })
    await hydrate(page)
    await check.click()
    await row(page).getByText('You’re up to date').waitFor()

    await page.route(latest, answer(null))
    await check.click()
    await row(page).getByText('Couldn’t check right now').waitFor()
    await page.unroute(latest)
    await page.route(latest, answer(aVersion(small, '2020-01-01')))
    await check.click()
    // A check reports a small release however old it is.
    await row(page).getByText(`Version ${small} is available`).waitFor()
    await row(page).getByText('A better QR code').waitFor()
    expect(await row(page).getByRole('button', { name: 'Update' }).isVisible()).toBe(true)
    expect(await findAccessibilityIssues(page)).toEqual([])
  })

  test('list every version for app users, with the current one marked and linked', async () => {
    await using visit = await aVisit({ path: `settings${asApp}#whats-new` })
    const { page } = visit
    const sheet = page.getByRole('dialog', { name: 'What’s new' })
    await sheet.waitFor(longTimeout)
    const marked = sheet.getByRole('listitem').filter({ has: page.getByRole('heading', { name: `Version ${running}` }) })
    expect(await marked.getAttribute('aria-current')).toBe('true')
    expect(await findAccessibilityIssues(page)).toEqual([])
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'hidden' })
    // The menu links to it from the same page, too.
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.locator('#menu').getByRole('link', { name: 'What’s new' }).click()
    await sheet.waitFor()
  })

  test('restart the tour on the card’s home', async () => {
    await using visit = await aVisit({ path: `settings${asApp}`, isOwner: true })
    const { page } = visit
    const tour = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Guided tour' })
    await hydrate(page)
    await tour.getByRole('button', { name: 'Restart' }).click()
    await tour.getByText('The tour starts on your home page.').waitFor()
    await tour.getByRole('link', { name: 'Open home' }).click()
    await page.locator('.tour').getByText('Step 1 of 4').waitFor(longTimeout)
    expect(new URL(page.url()).pathname).toBe(`/${visit.alias}/home`)
  })

  test('load the newest page without scripts, when Check is clicked', async () => {
    const { id, alias } = await aCard(site.deps, { fullName: 'Ada Winter' })
    await using visitor = await aVisitor({ javaScriptEnabled: false })
    const { page } = visitor
    await visitor.open(`/${alias}/settings`)
    expect(await page.title()).toContain('Ada Winter')
    await changeCard(site.deps, id, { fullName: 'Ada Summer' })
    await row(page).getByRole('button', { name: 'Check' }).click()
    await expect.poll(() => page.title()).toContain('Ada Summer')
    expect(new URL(page.url()).pathname).toBe(`/${alias}/settings`)
    await row(page).waitFor()
  })
})

describe('SET-1 the debug panels', () => {
  test('show device state, logs and who is signed in, if an experiment enables them', async () => {
    await using visit = await aVisit({ path: 'settings', isOwner: true, experiments: [{ name: 'DebugLogs', enabled: true }] })
    const { page } = visit
    const open = async (name: string) => {
      const details = page.locator('details.debug').filter({ has: page.getByText(name, { exact: true }) })
      await details.locator('summary').click()
      return details.locator('pre')
    }
    await hydrate(page)
    expect(await (await open('Tour status')).innerText()).toContain('"tourDone": false')
    expect(await (await open('Collect-client status')).innerText()).toContain('"connected": false')
    await (await open('Account status')).getByText('"kind": "in"').waitFor()
    await page.evaluate(() => setTimeout(() => dispatchEvent(new ErrorEvent('error', { message: 'A door fell shut.' }))))
    const log = await open('Logs')
    await log.getByText(/Z error: A door fell shut\./).waitFor()
    expect(await log.getByRole('button', { name: 'Copy' }).isVisible()).toBe(true)
  })

  test('are hidden for everyone else', async () => {
    await using visit = await aVisit({ path: 'settings' })
    expect(await visit.page.locator('details.debug').count()).toBe(0)
  })
})

describe('SET-2 a newer version found by the settings', () => {
  test('shows the tour and enables notifications if allowed, once', async () => {
    const card = await aCard(site.deps, { settings: { connectClientsSetting: { timeout: 0 } } })
    await using visitor = await aVisitor({ serviceWorkers: 'allow', reducedMotion: 'reduce', browser: 'complete' })
    const { page } = visitor
    await page.context().grantPermissions(['notifications'], { origin: theSite().url })
    await visitor.setSession((await signedIn(site, card.id)).cookie)
    await page.addInitScript(mockPush)
    // Bypasses the worker, which sends its own requests.
    await page.addInitScript((found) => {
      const { fetch } = globalThis
      globalThis.fetch = (input, init) =>
        String(input).includes('latest-version-history') ? Promise.resolve(Response.json(found)) : fetch(input, init)
    }, aVersion(great))
    await visitor.open(`/${card.alias}/about`)
    await page.evaluate((alias) => localStorage.setItem(`card:${alias}`, JSON.stringify({ tourDone: true })), card.alias)

    const subscribed = page.waitForResponse((one) => one.url().endsWith('/notifications-subscribe'), longTimeout)
    await visitor.open(`/${card.alias}/settings${asApp}`)
    expect((await subscribed).request().postDataJSON()).toMatchObject({ enabled: true })
    const tourDone = () => page.evaluate((alias) => localStorage.getItem(`card:${alias}`)?.includes('"tourDone":true'), card.alias)
    expect(await tourDone()).toBe(false)

    await page.evaluate((alias) => localStorage.setItem(`card:${alias}`, JSON.stringify({ tourDone: true })), card.alias)
    await page.reload()
    await row(page).getByText('Version 99.0.0 is available').waitFor(longTimeout)
    expect(await tourDone()).toBe(true)
  })
})

/** Runs in the page: replaces the push service, which tests cannot reach. */
function mockPush() {
  const keys = { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) }
  const token = { endpoint: 'https://fcm.googleapis.com/fcm/send/test', expirationTime: null, keys }
  const subscription = { ...token, options: { applicationServerKey: null }, toJSON: () => token, unsubscribe: async () => true }
  Object.assign(PushManager.prototype, { getSubscription: async () => null, subscribe: async () => subscription })
}
