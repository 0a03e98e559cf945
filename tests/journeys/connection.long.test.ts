import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { aCard } from '../factories/cards.ts'
import { aContact } from '../factories/contacts.ts'
import { siteApp } from '../harness/site-app.ts'
import { findAccessibilityIssues } from '../harness/find-accessibility-issues.ts'
import { signedIn } from '../harness/signed-in.ts'
import { aVisitor, hydrate, suppressForm, type Visitor } from '../harness/visitor.ts'

const app = await siteApp()

const limitedText = 'You can still use your Carte with limited functionality.'
const neededText = 'You need to be online for this. We’ll retry automatically.'
const reachCall = '**/remote/api'
const offlineNotice = (page: Page, title = 'No Internet Connection') => page.getByRole('status').filter({ hasText: title })
const onlineNotice = (page: Page) => page.getByRole('status').filter({ hasText: 'You’re back online.' })
/** The notice is rendered, empty and hydrated. */
async function waitForNotice(page: Page) {
  await hydrate(page)
  await page.locator('.connection').waitFor({ state: 'attached' })
}

/**
 * Never answers prefetches, which load parts for offline use: one that is interrupted by a lost connection makes the page
 * reload once it is back online.
 */
const blockPrefetch = (page: Page) => page.route('**/assets/failed-*', () => {})

/** A card opened as an app. */
async function anApp(options: Parameters<typeof aVisitor>[0] = {}) {
  const visitor = await aVisitor({ reducedMotion: 'reduce', ...options })
  // The app requests its session; there is none. The worker may also log the lost connection.
  visitor.allow(/401|fetching the script/)
  await blockPrefetch(visitor.page)
  await visitor.open('/maren/home?simulateStandalone=on')
  await waitForNotice(visitor.page)
  return visitor
}

/** An owner with one contact, on one of their pages. */
async function anOwner(page: string) {
  const card = await aCard(app.deps, { plan: 'PRO' })
  const owner = await signedIn(app, card.id)
  await aContact(app.deps, card.id, { name: 'Tobias', lastName: 'Wren', viewed: true })
  const visitor = await aVisitor({ reducedMotion: 'reduce' })
  // Errors of a worker that lost its connection.
  visitor.allow(/ERR_FAILED|fetching the script/)
  await visitor.setSession(owner.cookie)
  await visitor.open(`/${card.alias}/${page}`)
  await waitForNotice(visitor.page)
  return { ...visitor, alias: card.alias, goOffline: (isOff: boolean) => visitor.page.context().setOffline(isOff) }
}

/** The notice is at the top of the page: the keyboard reaches its button first. */
async function expectFirstStop(page: Page, notice: Locator) {
  await page.keyboard.press('Tab')
  expect(await notice.getByRole('button', { name: 'Close' }).evaluate((button) => button === document.activeElement)).toBe(true)
}

describe('INST-2 the offline notice', () => {
  test('appears at once, is swiped away, disappears online, and appears offline again', async () => {
    await using visitor = await anApp()
    const { page } = visitor
    const offline = (isOff: boolean) => page.context().setOffline(isOff)
    await offline(true)
    await offlineNotice(page).filter({ hasText: limitedText }).waitFor()

    const box = await page.locator('.connection').boundingBox()
    const [x, y] = [(box?.x ?? 0) + 40, (box?.y ?? 0) + 20]
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x, y + 20)
    await page.mouse.move(x, y + 90)
    await page.mouse.up()
    await offlineNotice(page).waitFor({ state: 'detached' })
    await offline(false)
    await onlineNotice(page).waitFor({ state: 'attached' })

    await offline(true)
    await offlineNotice(page).waitFor()
    await offline(false)
    await expect.poll(() => offlineNotice(page).count()).toBe(0)
  })

  test('distinguishes an unreachable server from no network, and closes by key', async () => {
    await using visitor = await anApp({ on: 'desktop' })
    const { page } = visitor
    visitor.allow(/502/)
    await page.route(reachCall, (route) => route.fulfill({ status: 502 }))
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await offlineNotice(page, 'No Data Connection').waitFor()
    await expectFirstStop(page, page.locator('.connection'))
    await page.keyboard.press('Enter')
    await offlineNotice(page, 'No Data Connection').waitFor({ state: 'detached' })
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('content')

    await page.unroute(reachCall)
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await onlineNotice(page).waitFor({ state: 'attached' })
  })

  test('is below whatever is opened over the card', async () => {
    await using visitor = await anApp()
    const { page } = visitor
    await page.context().setOffline(true)
    await offlineNotice(page).waitFor()
    await page.getByRole('button', { name: 'Open menu' }).click()
    await page.getByRole('dialog', { name: 'Menu' }).waitFor()
    const covered = await page.locator('.connection').evaluate((notice) => {
      const { left, top, width, height } = notice.getBoundingClientRect()
      return document.elementFromPoint(left + width / 2, top + height / 2)?.closest('.connection') === null
    })
    expect(covered).toBe(true)
  })

  test('appears in a tab before the app loads, can be closed, and appears again', async () => {
    await using visitor = await aVisitor()
    const { page } = visitor
    await suppressForm(page, 'maren')
    await visitor.open('/maren/home')
    await page.waitForFunction(() => performance.getEntriesByType('resource').some(({ name }) => name.includes('/assets/start-')))
    const offline = (isOff: boolean) => page.context().setOffline(isOff)
    await offline(true)
    await offlineNotice(page).filter({ hasText: limitedText }).waitFor()
    expect(await findAccessibilityIssues(page)).toEqual([])
    await offline(false)
    await offlineNotice(page).waitFor({ state: 'detached' })

    await offline(true)
    await expectFirstStop(page, offlineNotice(page))
    await offlineNotice(page).getByRole('button', { name: 'Close' }).click()
    await offlineNotice(page).waitFor({ state: 'detached' })
    await offline(false)

    await visitor.open('/maren/home')
    await hydrate(page)
    await waitForNotice(page)
    await offline(true)
    await page.locator('.connection').filter({ hasText: limitedText }).waitFor()
    expect(await offlineNotice(page).count()).toBe(1)
    await page.getByRole('button', { name: 'Open menu' }).click()
    await page.locator('#menu').getByText('No Internet Connection').waitFor()
  })

  test('does not appear in a preview', async () => {
    await using visitor = await aVisitorWithClock()
    const { page } = visitor
    await visitor.open('/maren/home?preview=on')
    await waitForDeferred(visitor)
    await page.context().setOffline(true)
    await page.clock.runFor(10_000)
    expect(await offlineNotice(page).count()).toBe(0)
  })

  test('does not poll on a card that is only viewed, and still appears', async () => {
    await using visitor = await aVisitorWithClock()
    const { page } = visitor
    const probes: string[] = []
    page.on('request', (request) => void (request.method() === 'HEAD' && probes.push(request.url())))
    await visitor.open('/maren/home')
    await waitForDeferred(visitor)
    await page.clock.runFor(10_000)
    expect(probes).toEqual([])
    await page.context().setOffline(true)
    await offlineNotice(page).waitFor()
  })
})

/** A visitor with a fake clock and no pending requests that a lost connection would interrupt. */
async function aVisitorWithClock() {
  const visitor = await aVisitor()
  await visitor.page.clock.install()
  await blockPrefetch(visitor.page)
  await suppressForm(visitor.page, 'maren')
  return visitor
}

/** The deferred part of a card has loaded. */
async function waitForDeferred({ page }: Visitor) {
  await hydrate(page)
  await page.clock.runFor(5000)
  await waitForNotice(page)
}

describe('an action that needs a connection', () => {
  test('INST-2 shows an error in place, keeps the input, and succeeds once online', async () => {
    await using owner = await anOwner('my-contacts')
    const { page } = owner
    await owner.goOffline(true)
    await offlineNotice(page).waitFor()
    // The page still shows loaded data.
    await page.getByRole('link', { name: /Tobias Wren/ }).click()
    const sheet = page.getByRole('dialog', { name: 'Tobias Wren' })
    await sheet.getByText('Add note').click()
    await sheet.getByRole('textbox', { name: 'Note' }).fill('Likes the red door')
    const save = sheet.getByRole('button', { name: 'Save note' })
    const reason = sheet.getByRole('region', { name: 'My notes' }).getByText(neededText)
    await reason.waitFor()
    await save.click({ force: true })
    expect(await sheet.getByRole('textbox', { name: 'Note' }).inputValue()).toBe('Likes the red door')

    await owner.goOffline(false)
    await reason.waitFor({ state: 'detached' })
    await save.click()
    await sheet.getByRole('listitem').filter({ hasText: 'Likes the red door' }).waitFor()
  })

  test('MYC-1 retries a failed search by itself', async () => {
    await using owner = await anOwner('my-contacts')
    const { page } = owner
    await owner.goOffline(true)
    await page.getByRole('searchbox').fill('Tobias')
    const failed = page.getByRole('alert').filter({ hasText: 'No Internet Connection' })
    await failed.waitFor()
    await owner.goOffline(false)
    await failed.waitFor({ state: 'detached' })
    await page.getByRole('link', { name: /Tobias Wren/ }).waitFor()
    expect(await page.getByRole('searchbox').inputValue()).toBe('Tobias')
  })

  test('ACC-2 leaves a setting unchanged, and enables it again without a reload', async () => {
    await using owner = await anOwner('my-account')
    const { page } = owner
    const toggle = page.getByRole('switch', { name: 'Ask visitors to connect' })
    const group = page.getByRole('group').filter({ has: toggle })
    const reason = group.getByText(neededText).last()
    await owner.goOffline(true)
    await reason.waitFor()
    await toggle.click({ force: true })
    expect([await toggle.getAttribute('aria-checked'), await group.getAttribute('aria-disabled')]).toEqual(['true', 'true'])
    await owner.goOffline(false)
    await expect.poll(() => group.getByText(neededText).count()).toBe(0)
    await toggle.click()
    await expect.poll(() => toggle.getAttribute('aria-checked')).toBe('false')
  })

  test('does not navigate offline; a page that failed to load loads by itself', async () => {
    await using owner = await anOwner('my-contacts')
    const { page, alias } = owner
    await page.getByRole('navigation', { name: 'Shortcuts' }).getByRole('link', { name: 'Analytics' }).click()
    await page.getByRole('heading', { level: 1, name: 'Analytics' }).waitFor()

    await owner.goOffline(true)
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('complementary').getByRole('link', { name: 'Subscription' }).click()
    await page.getByRole('alert').filter({ hasText: 'This page will open when you’re back online.' }).waitFor({ state: 'attached' })
    expect(new URL(page.url()).pathname).toBe(`/${alias}/analytics`)

    // Going back in the browser needs no request.
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: 'This page didn’t load' }).waitFor()
    await owner.goOffline(false)
    await page.getByRole('heading', { level: 1, name: 'My Contacts' }).waitFor()
    expect(await page.getByText('This page didn’t load').count()).toBe(0)
  })
})

describe('a card starts', () => {
  const name = (page: Page) => page.getByRole('heading', { level: 1, name: 'Maren Holloway' })

  test('INST-3 without any storage on the device', async () => {
    await using visitor = await aVisitor()
    visitor.allow(/401/)
    await visitor.page.addInitScript(() => {
      for (const store of ['localStorage', 'sessionStorage', 'indexedDB'])
        Object.defineProperty(globalThis, store, {
          get() {
            throw new DOMException('denied', 'SecurityError')
          },
        })
    })
    await visitor.open('/maren/home?simulateStandalone=on')
    await waitForNotice(visitor.page)
    expect(await name(visitor.page).isVisible()).toBe(true)
  })

  test('INST-3 with full storage: other cards are evicted only as needed', async () => {
    await using visitor = await aVisitor()
    const { page } = visitor
    await suppressForm(page, 'julian')
    await visitor.open('/julian/settings')
    await page.evaluate(() => {
      const fill = (key: string, viewedOn: number) => localStorage.setItem(key, JSON.stringify({ viewedOn, note: 'x'.repeat(90_000) }))
      try {
        for (let day = 1; ; day++) fill(`card:other${day}`, day)
      } catch {
        // Fills the storage to the last byte.
        const rest = (size: number): void => {
          try {
            for (let at = 0; ; at++) localStorage.setItem(`rest${size}-${at}`, 'x'.repeat(size))
          } catch {
            if (size > 0) rest(Math.floor(size / 10))
          }
        }
        rest(10_000)
      }
    })
    await page.waitForFunction(() => !document.querySelector<HTMLInputElement>('.settings input')?.disabled)
    await page.getByRole('main').locator('.card-switch').click()
    await page.waitForFunction(() => localStorage.getItem('card:julian')?.includes('"shareShortLink":true'))
    const left = await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('card:other')))
    expect(left).not.toContain('card:other1')
    expect(left).toContain('card:other2')
  })

  test.each(['2001-01-01', '2061-01-01'])('INST-3 with a clock that says %s', async (day) => {
    await using visitor = await aVisitor()
    const { page } = visitor
    visitor.allow(/401|ERR_FAILED|fetching the script/)
    await page.clock.setSystemTime(day)
    await blockPrefetch(page)
    await visitor.open('/priya/home')
    await page.evaluate(() => {
      const state = { connected: true, connectedOn: '2031-05-05T00:00:00.000Z', discardedOn: 'someday', viewedOn: 9e15 }
      localStorage.setItem('card:maren', JSON.stringify(state))
    })
    await visitor.open('/maren/home?simulateStandalone=on')
    await page.getByText('Connected', { exact: true }).waitFor()
    await waitForNotice(page)
    await page.context().setOffline(true)
    await offlineNotice(page).waitFor()
    await page.context().setOffline(false)
    await expect.poll(() => offlineNotice(page).count()).toBe(0)
  })
})
