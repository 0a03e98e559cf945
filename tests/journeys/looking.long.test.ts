import { eq } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { visitDays } from '#server/visits/tables.ts'
import { aCard } from '../factories/cards.ts'
import { aReview } from '../samples/a-review.ts'
import { behindTheSite } from '../harness/behind-the-site.ts'
import { awaken, aVisitor } from '../harness/visitor.ts'

const house = await behindTheSite()

const google = 3
const quiet = { connectClientsSetting: { enabled: false, desktopEnabled: false, timeout: 0 } }
const person = 'Mozilla/5.0 (Linux; Android 16; Pixel 10) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Mobile Safari/537.36'
/** Whether the app was asked for by then; by the browser's requests, as a clock that is moved takes the page's own list away. */
function watchApp(page: Page) {
  let isThere = false
  page.on('request', (request) => (isThere ||= request.url().includes('/assets/framework-')))
  return () => isThere
}
const isLooking = (page: Page) =>
  page.waitForFunction(() => performance.getEntriesByType('resource').some(({ name }) => name.includes('/assets/look-')))

describe('a card that is only looked at', () => {
  test('stays without its app where its owner asks for nothing, and the load is counted', async () => {
    const { alias } = await aCard(house.needs, { settings: quiet })
    await using visitor = await aVisitor()
    const { page } = visitor
    const hasApp = watchApp(page)
    await page.clock.install()
    await visitor.open(`/${alias}/home`)
    const loads = () => page.evaluate((name) => JSON.parse(localStorage.getItem(`card:${name}`) ?? '{}').installShown as unknown, alias)
    await expect
      .poll(
        async () => {
          await page.clock.runFor(5000)
          return loads()
        },
        { timeout: 20_000 },
      )
      .toBe(2)
    expect(hasApp()).toBe(false)

    await awaken(page)
    await page.clock.runFor(10_000)
    expect(hasApp()).toBe(true)
    expect(await loads()).toBe(2)
  })

  test('is one visit and one page, also once it is touched, and the sheet that opens without the app is counted', async () => {
    const { id, alias } = await aCard(house.needs, { settings: quiet })
    const seen = async () => {
      const rows = await house.needs.db.select().from(visitDays).where(eq(visitDays.subjectId, id))
      return Object.fromEntries(rows.map(({ name, value, count }) => [`${name} ${value}`, count]))
    }
    await using visitor = await aVisitor({ userAgent: person })
    const { page } = visitor
    await visitor.open(`/${alias}/home`)
    const looked = { 'open_carte Mobile': 1, 'page_view home': 1 }
    await expect.poll(seen, { timeout: 15_000 }).toEqual(looked)

    await page.locator('.dock [popovertarget="share"]').click()
    await page.getByRole('dialog', { name: 'Share' }).waitFor()
    await awaken(page)
    await expect.poll(seen, { timeout: 15_000 }).toEqual({ ...looked, 'homepage_click Share': 1 })
  })

  test('moves its reviews at the first click on Next, and loops (DESK-4)', async () => {
    const reviews = Array.from({ length: 5 }, (_, place) => aReview({ key: `r${place}`, reviewer: `Reader ${place}` }))
    const { alias } = await aCard(house.needs, { settings: quiet, showCustomReviews: true, reviews })
    await using visitor = await aVisitor({ on: 'desktop' })
    const { page } = visitor
    const hasApp = watchApp(page)
    await visitor.open(`/${alias}/home`)
    const steps = page.getByRole('button', { name: /^(Previous|Next) review$/ })
    expect(await steps.count()).toBe(2)
    await isLooking(page)
    expect(hasApp()).toBe(false)

    const firstSeen = () =>
      page.locator('#reviews-slides').evaluate((list) => {
        const stride = list.scrollWidth / list.querySelectorAll('li').length
        return Math.round(list.scrollLeft / stride)
      })
    await page.getByRole('button', { name: 'Next review' }).click()
    await expect.poll(firstSeen, { timeout: 15_000 }).toBe(1)
    const previous = page.getByRole('button', { name: 'Previous review' })
    await previous.click()
    await expect.poll(firstSeen).toBe(0)
    await previous.click()
    await expect.poll(firstSeen).toBe(2)
  })

  test('loses no press on what only its app answers, and says that it works on it', async () => {
    const { alias } = await aCard(house.needs, { settings: quiet })
    await using visitor = await aVisitor({ permissions: ['clipboard-read', 'clipboard-write'] })
    const { page } = visitor
    const bring = Promise.withResolvers<void>()
    await page.route('**/assets/framework-*', async (route) => {
      await bring.promise
      await route.continue()
    })
    await visitor.open(`/${alias}/home`)
    await isLooking(page)
    await page.locator('.dock [popovertarget="share"]').click()
    const copy = page.getByRole('dialog', { name: 'Share' }).getByRole('button', { name: /copy/i }).first()
    await copy.click()
    await page.locator('[aria-busy="true"]').waitFor()
    bring.resolve()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText()), { timeout: 15_000 }).toContain(`/${alias}`)
    expect(await page.locator('[aria-busy="true"]').count()).toBe(0)
  })

  test('says it in words when a press cannot be answered, and answers when it is pressed again', async () => {
    const { alias } = await aCard(house.needs, { settings: quiet })
    await using visitor = await aVisitor({ permissions: ['clipboard-read', 'clipboard-write'] })
    const { page } = visitor
    await visitor.open(`/${alias}/home`)
    await isLooking(page)
    await page.waitForLoadState('networkidle')
    await page.context().setOffline(true)
    await page.locator('.dock [popovertarget="share"]').click()
    const copy = page.getByRole('dialog', { name: 'Share' }).getByRole('button', { name: /copy/i }).first()
    await copy.click()
    await page.getByRole('alert').filter({ hasText: 'The connection is slow or was lost.' }).waitFor()
    expect(await page.locator('[aria-busy="true"]').count()).toBe(0)
    await page.context().setOffline(false)
    await copy.click()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText()), { timeout: 15_000 }).toContain(`/${alias}`)
  })

  test('is not disturbed by a finger that scrolls or taps on words', async () => {
    const { alias } = await aCard(house.needs, { settings: quiet })
    await using visitor = await aVisitor()
    const { page } = visitor
    const hasApp = watchApp(page)
    await visitor.open(`/${alias}/home`)
    await isLooking(page)
    await page.getByRole('heading', { level: 1 }).tap()
    await page.waitForLoadState('networkidle')
    expect(hasApp()).toBe(false)
    await page.locator('.dock [popovertarget="share"]').tap()
    await expect.poll(hasApp, { timeout: 15_000 }).toBe(true)
  })

  test('is at its fourth load, not its fifth, also when it is touched after that was counted', async () => {
    const { alias } = await aCard(house.needs, { settings: quiet })
    await using visitor = await aVisitor({ serviceWorkers: 'block' })
    const { page } = visitor
    await page.clock.install()
    await page.addInitScript((key) => localStorage.setItem(key, JSON.stringify({ installShown: 4 })), `card:${alias}`)
    await visitor.open(`/${alias}/home`)
    const isCounted = () => page.evaluate((key) => localStorage.getItem(key)?.includes('"installShown":5'), `card:${alias}`)
    await expect
      .poll(
        async () => {
          await page.clock.runFor(5000)
          return isCounted()
        },
        { timeout: 20_000 },
      )
      .toBe(true)
    const later = page.waitForResponse('**/assets/card-later-*')
    await awaken(page)
    await page.clock.runFor(5000)
    await later
    await page.waitForLoadState('networkidle')
    await page.clock.runFor(5000)
    expect(await page.getByRole('dialog').count()).toBe(0)
  })

  test('hears that the browser installed it, and is kept at once', async () => {
    const { alias } = await aCard(house.needs, { settings: quiet })
    await using visitor = await aVisitor()
    const { page } = visitor
    await visitor.open(`/${alias}/home`)
    await isLooking(page)
    await page.waitForLoadState('networkidle')
    await page.evaluate(() => dispatchEvent(new Event('appinstalled')))
    await page.waitForFunction((key) => localStorage.getItem(key)?.includes('"installed":true'), `card:${alias}`)
    await expect
      .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length), { timeout: 15_000 })
      .toBe(1)
  })

  test('brings its app with the second page of whoever walks', async () => {
    const { alias } = await aCard(house.needs, { settings: quiet, bio: 'I know which windows stick.' })
    await using visitor = await aVisitor()
    const { page } = visitor
    const hasApp = watchApp(page)
    await visitor.open(`/${alias}/home`)
    expect(hasApp()).toBe(false)
    await page.evaluate((href) => location.assign(href), `/${alias}/about`)
    await page.waitForURL(`**/${alias}/about`)
    await expect.poll(hasApp, { timeout: 15_000 }).toBe(true)
  })

  test.each([
    ['everything', { bio: 'I know which windows stick.', reviewed: true, asks: true }],
    ['About text only', { bio: 'I know which windows stick.', reviewed: false, asks: false }],
    ['Review Me only', { bio: '', reviewed: false, asks: true }],
    ['reviews only', { bio: '', reviewed: true, asks: false }],
  ])('keeps the desktop home that the server sent when its app takes over: %s', async (_, { bio, reviewed, asks }) => {
    const { alias } = await aCard(house.needs, {
      settings: quiet,
      bio,
      showCustomReviews: reviewed,
      reviews: reviewed ? [aReview()] : [],
      services: asks ? [{ gradeServiceId: google, directLink: 'https://g.page/ada', reviewLink: 'https://g.page/ada/review' }] : [],
    })
    await using visitor = await aVisitor({ on: 'desktop' })
    const { page } = visitor
    await visitor.open(`/${alias}/home`)
    const sections = page.locator('.face > .desktop')
    expect(await sections.count()).toBe([bio, reviewed, asks].filter(Boolean).length)
    const sent = await sections.elementHandles()

    await awaken(page)
    await page.waitForFunction(() =>
      [...document.querySelectorAll('.face > .desktop')].every((one) => Object.keys(one).some((key) => key.startsWith('__reactFiber'))),
    )
    await page.waitForLoadState('networkidle')
    expect(await Promise.all(sent.map((section) => section.evaluate((one) => one.isConnected)))).toEqual(sent.map(() => true))
    expect(await sections.count()).toBe(sent.length)
  })
})
