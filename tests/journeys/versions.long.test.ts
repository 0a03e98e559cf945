import type { Page, Route } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { readProductVersion } from '#server/product-version.ts'
import { aCard } from '../factories/cards.ts'
import { behindTheSite } from '../harness/behind-the-site.ts'
import { aDoorway } from '../harness/doorway.ts'
import { findBarriers } from '../harness/find-barriers.ts'
import { signedIn } from '../harness/signed-in.ts'
import { theSite } from '../harness/the-site.ts'
import { aVisitor, awaken, neverAsked } from '../harness/visitor.ts'

const house = await behindTheSite()

const patient = { timeout: 15_000 }
const asApp = '?simulateStandalone=on'
const latest = '**/latest-version-history/**'
const today = () => new Date().toISOString().slice(0, 10)
const aVersion = (version: string, date = today()) => {
  const updates = ['Two small fixes', 'A better QR code']
  return { version, versionNumber: version, date, versionHistory: '', updates, versionUpdates: updates }
}
const great = '99.0.0'
const running = readProductVersion()
/** The next after the one that runs: no great step. */
const small = running.replace(/\d+$/, (last) => String(Number(last) + 1))

type Wishes = {
  path?: string
  isOwner?: boolean
  experiments?: { name: string; enabled: boolean }[]
  /** The newest version there is; null where nobody answers, undefined where it is the one that runs. */
  newest?: ReturnType<typeof aVersion> | null
}

/** Somebody in front of a card, which is their own where `isOwner`. */
async function aLook({ path = `about${asApp}`, isOwner = false, experiments = [], newest }: Wishes = {}) {
  const card = await aCard(house.needs, { experiments, settings: { skipLoginPrompt: true, connectClientsSetting: { timeout: 0 } } })
  // A worker would fetch past the test's answers.
  const visitor = await aVisitor({ serviceWorkers: 'block', reducedMotion: 'reduce' })
  const { page } = visitor
  await neverAsked(page, card.alias)
  if (isOwner) await visitor.wear((await signedIn(house, card.id)).cookie)
  else visitor.allow(/401/)
  await page.route('**/get-stories*', (route) => route.fulfill({ json: [] }))
  if (newest !== undefined) await page.route(latest, answer(newest))
  await visitor.open(`/${card.alias}/${path}`)
  return { ...visitor, alias: card.alias }
}

const answer = (newest: ReturnType<typeof aVersion> | null) => (route: Route) =>
  newest ? route.fulfill({ json: newest }) : route.abort('internetdisconnected')

const panel = (page: Page) => page.locator('.new-version.shown')
const line = (page: Page) => page.locator('.menu-new-version')
const row = (page: Page) => page.getByRole('main').getByRole('listitem').filter({ hasText: 'Check for updates' })
const isAwake = (page: Page) => awaken(page)
const isAsked = (page: Page) => page.waitForResponse(latest, patient)

describe('VER-1 a newer version', () => {
  test('opens a panel where its step is great, and once shut it stays in the menu alone', async () => {
    await using look = await aLook({ newest: aVersion(great, '2020-01-01') })
    const { page, alias } = look
    await panel(page).waitFor(patient)
    expect(await panel(page).getByRole('status').innerText()).toMatch(/Version 99\.0\.0 is available\s+Two small fixes/)
    expect(await findBarriers(page)).toEqual([])
    await panel(page).getByRole('button', { name: 'Close' }).click()
    await panel(page).waitFor({ state: 'detached' })

    await Promise.all([isAsked(page), look.open(`/${alias}/about${asApp}`)])
    await page.getByRole('button', { name: 'Menu' }).click()
    await line(page).getByText('Version 99.0.0 is available').waitFor()
    expect(await panel(page).count()).toBe(0)
    const shown = await page.evaluate(() => localStorage.getItem('versions'))
    expect(JSON.parse(shown ?? '{}')).toMatchObject({ shut: great })
  })

  test('is a line of the menu where its step is small', async () => {
    await using look = await aLook({ newest: aVersion(small) })
    const { page } = look
    await page.getByRole('button', { name: 'Menu' }).click()
    await line(page).getByText(`Version ${small} is available`).waitFor(patient)
    expect(await line(page).getByRole('button', { name: 'Update' }).isVisible()).toBe(true)
    expect(await panel(page).count()).toBe(0)
  })

  test('is told to an owner on their pages, too', async () => {
    await using look = await aLook({ isOwner: true, path: 'analytics', newest: aVersion(great) })
    await panel(look.page).waitFor(patient)
    expect(await findBarriers(look.page)).toEqual([])
  })

  test('is not asked for by who merely visits a card', async () => {
    await using look = await aLook({ path: 'about', newest: aVersion(great) })
    const { page } = look
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.clock.install()
    await look.open(`/${look.alias}/home`)
    await isAwake(page)
    await page.clock.runFor(20_000)
    await page.waitForLoadState('networkidle')
    expect(asked.filter((url) => url.includes('version-history'))).toEqual([])
  })

  test.each([
    ['nobody answers', null],
    ['what is answered is broken', aVersion('soon')],
    ['the answer is older than what runs', aVersion('0.0.1')],
  ])('is not told of where %s', async (_where, newest) => {
    await using look = await aLook({ path: `settings${asApp}`, newest })
    const { page } = look
    await row(page)
      .getByText(newest ? 'You’re up to date' : 'Couldn’t check right now')
      .waitFor(patient)
    expect([await panel(page).count(), await line(page).count()]).toEqual([0, 0])
  })
})

describe('VER-1 the update', () => {
  const update = (page: Page) => panel(page).getByRole('button', { name: 'Update' })

  test('loads the app anew, and is not offered again where the server has no newer one', async () => {
    await using look = await aLook({ newest: aVersion(great) })
    const { page } = look
    await update(page).waitFor(patient)
    await Promise.all([page.waitForEvent('load', patient), isAsked(page), update(page).click()])
    await page.getByRole('button', { name: 'Menu' }).click()
    await line(page).waitFor(patient)
    expect(await panel(page).count()).toBe(0)
  })

  test('brings the build that the server has by now: its worker takes over, and the page loads anew', async () => {
    const { alias } = await aCard(house.needs, { settings: { skipLoginPrompt: true, connectClientsSetting: { timeout: 0 } } })
    await using doorway = await aDoorway()
    let isDeployed = false
    doorway.answerWith((path, said) => {
      if (path.includes('/latest-version-history/')) return { body: JSON.stringify(aVersion(great)) }
      if (path.includes('/get-stories')) return { body: '[]' }
      return isDeployed && path === '/service-worker.js' ? { body: said.replace(/(["'`]?build["'`]?:\s*["'`])[0-9a-f]+/, '$1anew') } : null
    })
    await using visitor = await aVisitor({ baseURL: doorway.url, reducedMotion: 'reduce' })
    visitor.allow(/401/)
    const { page } = visitor
    await visitor.open(`/${alias}/about${asApp}`)
    await update(page).waitFor(patient)
    await expect.poll(() => page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state), patient).toBe('activated')
    isDeployed = true
    await Promise.all([page.waitForEvent('load', patient), update(page).click()])
    const hasTakenOver = async () =>
      (await caches.has('shell-anew')) && (await navigator.serviceWorker.getRegistration('/'))?.waiting === null
    await expect.poll(() => page.evaluate(hasTakenOver), patient).toBe(true)
  })

  test('waits for words that were typed, and comes when they are done with', async () => {
    await using look = await aLook({ path: `lets-connect${asApp}`, newest: aVersion(great) })
    const { page } = look
    await update(page).waitFor(patient)
    const name = page.getByRole('textbox', { name: 'First name' })
    await name.fill('Tobias')
    await update(page).click()
    await panel(page).getByText('We’ll update after you’ve sent what you’re typing.').waitFor()
    expect(await name.inputValue()).toBe('Tobias')

    const loaded = page.waitForEvent('load', patient)
    await page.locator('.dock').getByRole('link', { name: 'Home' }).click()
    await loaded
  })

  test('says that it needs a connection', async () => {
    await using look = await aLook({ newest: aVersion(great) })
    const { page } = look
    await update(page).waitFor(patient)
    await page.context().setOffline(true)
    await panel(page).getByText('You need to be online to update').waitFor(patient)
    await update(page).click({ force: true })
    await page.context().setOffline(false)
    await panel(page).getByText('Two small fixes').waitFor(patient)
    expect(await update(page).getAttribute('aria-disabled')).toBeNull()
  })
})

describe('SET-1 the settings', () => {
  test('say which version runs, and look for a newer one', async () => {
    await using look = await aLook({ path: 'settings' })
    const { page } = look
    expect(await page.getByRole('main').getByRole('listitem').first().innerText()).toMatch(new RegExp(`Version\\s+${running}`))
    // In a browser's tab there is no app to tell of.
    expect(await page.getByRole('main').getByText('What’s new').count()).toBe(0)
    const check = row(page).getByRole('button', { name: 'Check' })
    await isAwake(page)
    await check.click()
    await row(page).getByText('You’re up to date').waitFor()

    await page.route(latest, answer(null))
    await check.click()
    await row(page).getByText('Couldn’t check right now').waitFor()
    await page.unroute(latest)
    await page.route(latest, answer(aVersion(small, '2020-01-01')))
    await check.click()
    // Who asks hears of a small one however old it is.
    await row(page).getByText(`Version ${small} is available`).waitFor()
    await row(page).getByText('A better QR code').waitFor()
    expect(await row(page).getByRole('button', { name: 'Update' }).isVisible()).toBe(true)
    expect(await findBarriers(page)).toEqual([])
  })

  test('show every version to who has the app, the running one marked, by an address of its own', async () => {
    await using look = await aLook({ path: `settings${asApp}#whats-new` })
    const { page } = look
    const sheet = page.getByRole('dialog', { name: 'What’s new' })
    await sheet.waitFor(patient)
    const marked = sheet.getByRole('listitem').filter({ has: page.getByRole('heading', { name: `Version ${running}` }) })
    expect(await marked.getAttribute('aria-current')).toBe('true')
    expect(await findBarriers(page)).toEqual([])
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'hidden' })
    // The menu leads to it from the same page, too.
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.locator('#menu').getByRole('link', { name: 'What’s new' }).click()
    await sheet.waitFor()
  })

  test('begin the tour again on the card’s home', async () => {
    await using look = await aLook({ path: `settings${asApp}`, isOwner: true })
    const { page } = look
    const tour = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Guided tour' })
    await isAwake(page)
    await tour.getByRole('button', { name: 'Restart' }).click()
    await tour.getByText('The tour starts on your home page.').waitFor()
    await tour.getByRole('link', { name: 'Open home' }).click()
    await page.locator('.tour').getByText('Step 1 of 4').waitFor(patient)
    expect(new URL(page.url()).pathname).toBe(`/${look.alias}/home`)
  })

  test('work without a script', async () => {
    const { alias } = await aCard(house.needs)
    await using visitor = await aVisitor({ javaScriptEnabled: false })
    await visitor.open(`/${alias}/settings`)
    await row(visitor.page).getByRole('button', { name: 'Check' }).click()
    await visitor.page.waitForLoadState()
    expect(new URL(visitor.page.url()).pathname).toBe(`/${alias}/settings`)
    expect(await row(visitor.page).isVisible()).toBe(true)
  })
})

describe('SET-1 the debug panels', () => {
  test('show what the device knows, what was noted and who is signed in, where an experiment opens them', async () => {
    await using look = await aLook({ path: 'settings', isOwner: true, experiments: [{ name: 'DebugLogs', enabled: true }] })
    const { page } = look
    const open = async (name: string) => {
      const details = page.locator('details.debug').filter({ has: page.getByText(name, { exact: true }) })
      await details.locator('summary').click()
      return details.locator('pre')
    }
    await isAwake(page)
    expect(await (await open('Tour status')).innerText()).toContain('"tourDone": false')
    expect(await (await open('Collect-client status')).innerText()).toContain('"connected": false')
    await (await open('Account status')).getByText('"kind": "in"').waitFor()
    await page.evaluate(() => setTimeout(() => dispatchEvent(new ErrorEvent('error', { message: 'A door fell shut.' }))))
    const log = await open('Logs')
    await log.getByText(/Z error: A door fell shut\./).waitFor()
    expect(await log.getByRole('button', { name: 'Copy' }).isVisible()).toBe(true)
  })

  test('are not there for anybody else', async () => {
    await using look = await aLook({ path: 'settings' })
    expect(await look.page.locator('details.debug').count()).toBe(0)
  })
})

describe('SET-2 a newer version found by the settings', () => {
  test('shows the tour again and turns notifications on where they are allowed, once', async () => {
    const card = await aCard(house.needs, { settings: { connectClientsSetting: { timeout: 0 } } })
    await using visitor = await aVisitor({ reducedMotion: 'reduce' })
    const { page } = visitor
    await page.context().grantPermissions(['notifications'], { origin: theSite().url })
    await visitor.wear((await signedIn(house, card.id)).cookie)
    await page.addInitScript(pretendToPush)
    // Past the worker, which fetches by itself.
    await page.addInitScript((found) => {
      const { fetch } = globalThis
      globalThis.fetch = (asked, how) =>
        String(asked).includes('latest-version-history') ? Promise.resolve(Response.json(found)) : fetch(asked, how)
    }, aVersion(great))
    await visitor.open(`/${card.alias}/about`)
    await page.evaluate((alias) => localStorage.setItem(`card:${alias}`, JSON.stringify({ tourDone: true })), card.alias)

    const told = page.waitForResponse((one) => one.url().endsWith('/notifications-subscribe'), patient)
    await visitor.open(`/${card.alias}/settings${asApp}`)
    expect((await told).request().postDataJSON()).toMatchObject({ enabled: true })
    const tourDone = () => page.evaluate((alias) => localStorage.getItem(`card:${alias}`)?.includes('"tourDone":true'), card.alias)
    expect(await tourDone()).toBe(false)

    await page.evaluate((alias) => localStorage.setItem(`card:${alias}`, JSON.stringify({ tourDone: true })), card.alias)
    await page.reload()
    await row(page).getByText('Version 99.0.0 is available').waitFor(patient)
    expect(await tourDone()).toBe(true)
  })
})

/** Runs in the page, in place of a push service that no test reaches. */
function pretendToPush() {
  const keys = { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) }
  const token = { endpoint: 'https://fcm.googleapis.com/fcm/send/test', expirationTime: null, keys }
  const subscription = { ...token, options: { applicationServerKey: null }, toJSON: () => token, unsubscribe: async () => true }
  Object.assign(PushManager.prototype, { getSubscription: async () => null, subscribe: async () => subscription })
}
