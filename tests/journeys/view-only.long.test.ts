import { eq } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { visitDays } from '#server/visits/tables.ts'
import { aCard } from '../factories/cards.ts'
import { aReview } from '../samples/a-review.ts'
import { siteApp } from '../harness/site-app.ts'
import { aVisitor, hydrate, type Visitor } from '../harness/visitor.ts'

const app = await siteApp()

const google = 3
const withoutPrompts = { connectClientsSetting: { enabled: false, desktopEnabled: false, timeout: 0 } }
const person = 'Mozilla/5.0 (Linux; Android 16; Pixel 10) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Mobile Safari/537.36'
/** True if the app was requested by then; by the browser's requests, as a fake clock clears the page's resource list. */
function watchApp(page: Page) {
  let isThere = false
  page.on('request', (request) => (isThere ||= request.url().includes('/assets/framework-')))
  return () => isThere
}
const waitForStartScript = (page: Page) =>
  page.waitForFunction(() => performance.getEntriesByType('resource').some(({ name }) => name.includes('/assets/start-')))
/** The start script runs: it has counted the view. */
async function openUntilCounted({ page, open }: Visitor, path: string) {
  const counted = page.waitForResponse(/\/public\/track$/)
  await open(path)
  await counted
}

describe('a card that is only viewed', () => {
  test('does not load its app if there are no prompts, and the view is counted', async () => {
    const { alias } = await aCard(app.deps, { settings: withoutPrompts })
    await using visitor = await aVisitor()
    const { page } = visitor
    const hasApp = watchApp(page)
    await page.clock.install()
    await visitor.open(`/${alias}/home`)
    const loads = () => page.evaluate((name) => JSON.parse(localStorage.getItem(`card:${name}`) ?? '{}').visitCount as unknown, alias)
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

    await hydrate(page)
    await page.clock.runFor(10_000)
    expect(hasApp()).toBe(true)
    expect(await loads()).toBe(2)
  })

  test('is one visit and one page view, also once touched or a sheet opened', async () => {
    const { id, alias } = await aCard(app.deps, { settings: withoutPrompts })
    const countVisits = async () => {
      const rows = await app.deps.db.select().from(visitDays).where(eq(visitDays.subjectId, id))
      return Object.fromEntries(rows.map(({ name, value, count }) => [`${name} ${value}`, count]))
    }
    await using visitor = await aVisitor({ userAgent: person })
    const { page } = visitor
    await visitor.open(`/${alias}/home`)
    const viewCounts = { 'open_carte Mobile': 1, 'page_view home': 1 }
    await expect.poll(countVisits, { timeout: 15_000 }).toEqual(viewCounts)

    await page.locator('.dock [popovertarget="share"]').click()
    await page.getByRole('dialog', { name: 'Share' }).waitFor()
    await hydrate(page)
    await expect.poll(countVisits, { timeout: 15_000 }).toEqual({ ...viewCounts, 'homepage_click Share': 1 })
  })

  test('scrolls its reviews at the first click on Next, and loops (DESK-4)', async () => {
    const reviews = Array.from({ length: 5 }, (_, place) => aReview({ key: `r${place}`, reviewer: `Reader ${place}` }))
    const { alias } = await aCard(app.deps, { settings: withoutPrompts, showCustomReviews: true, reviews })
    await using visitor = await aVisitor({ on: 'desktop' })
    const { page } = visitor
    const hasApp = watchApp(page)
    await visitor.open(`/${alias}/home`)
    const steps = page.getByRole('button', { name: /^(Previous|Next) review$/ })
    expect(await steps.count()).toBe(2)
    await waitForStartScript(page)
    expect(hasApp()).toBe(false)

    const firstVisibleAt = () =>
      page.locator('#reviews-slides').evaluate((list) => {
        const stride = list.scrollWidth / list.querySelectorAll('li').length
        return Math.round(list.scrollLeft / stride)
      })
    await page.getByRole('button', { name: 'Next review' }).click()
    await expect.poll(firstVisibleAt, { timeout: 15_000 }).toBe(1)
    const previous = page.getByRole('button', { name: 'Previous review' })
    await previous.click()
    await expect.poll(firstVisibleAt).toBe(0)
    await previous.click()
    await expect.poll(firstVisibleAt).toBe(2)
  })

  test('loses no click that needs its app, and shows progress', async () => {
    const { alias } = await aCard(app.deps, { settings: withoutPrompts })
    await using visitor = await aVisitor({ permissions: ['clipboard-read', 'clipboard-write'] })
    const { page } = visitor
    const importWithRetry = Promise.withResolvers<void>()
    await page.route('**/assets/framework-*', async (route) => {
      await importWithRetry.promise
      await route.continue()
    })
    await visitor.open(`/${alias}/home`)
    await waitForStartScript(page)
    await page.locator('.dock [popovertarget="share"]').click()
    const copy = page.getByRole('dialog', { name: 'Share' }).getByRole('button', { name: /copy/i }).first()
    await copy.click()
    await page.locator('[aria-busy="true"]').waitFor()
    importWithRetry.resolve()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText()), { timeout: 15_000 }).toContain(`/${alias}`)
    expect(await page.locator('[aria-busy="true"]').count()).toBe(0)
  })

  test('shows an error if a click fails, and handles the next click', async () => {
    const { alias } = await aCard(app.deps, { settings: withoutPrompts })
    await using visitor = await aVisitor({ permissions: ['clipboard-read', 'clipboard-write'] })
    const { page } = visitor
    await openUntilCounted(visitor, `/${alias}/home`)
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

  test('does not load its app when scrolled or tapped on text', async () => {
    const { alias } = await aCard(app.deps, { settings: withoutPrompts })
    await using visitor = await aVisitor()
    const { page } = visitor
    const hasApp = watchApp(page)
    await openUntilCounted(visitor, `/${alias}/home`)
    await page.getByRole('heading', { level: 1 }).tap()
    // The app would have been requested before this.
    await page.evaluate(() => fetch('/healthz').then(({ ok }) => ok))
    expect(hasApp()).toBe(false)
    await page.locator('.dock [popovertarget="share"]').tap()
    await expect.poll(hasApp, { timeout: 15_000 }).toBe(true)
  })

  test('counts a load once, also when it is touched after it was counted', async () => {
    const { alias } = await aCard(app.deps, { settings: withoutPrompts })
    await using visitor = await aVisitor()
    const { page } = visitor
    await page.clock.install()
    await page.addInitScript((key) => localStorage.setItem(key, JSON.stringify({ visitCount: 4 })), `card:${alias}`)
    await visitor.open(`/${alias}/home`)
    const isCounted = () => page.evaluate((key) => localStorage.getItem(key)?.includes('"visitCount":5'), `card:${alias}`)
    await expect
      .poll(
        async () => {
          await page.clock.runFor(5000)
          return isCounted()
        },
        { timeout: 20_000 },
      )
      .toBe(true)
    await hydrate(page)
    await page.clock.runFor(5000)
    // The deferred part has loaded: the prompt would be in it.
    await page.locator('.connection').waitFor({ state: 'attached' })
    await page.clock.runFor(5000)
    expect(await page.getByRole('dialog').count()).toBe(0)
  })

  test('stores that the browser installed it, and is precached at once', async () => {
    const { alias } = await aCard(app.deps, { settings: withoutPrompts })
    await using visitor = await aVisitor({ serviceWorkers: 'allow' })
    const { page } = visitor
    await openUntilCounted(visitor, `/${alias}/home`)
    await page.evaluate(() => dispatchEvent(new Event('appinstalled')))
    await page.waitForFunction((key) => localStorage.getItem(key)?.includes('"installed":true'), `card:${alias}`)
    await expect
      .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length), { timeout: 15_000 })
      .toBe(1)
  })

  test('loads its app with the second page', async () => {
    const { alias } = await aCard(app.deps, { settings: withoutPrompts, bio: 'I know which windows stick.' })
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
    ['everything', { bio: 'I know which windows stick.', hasReviews: true, hasReviewSites: true }],
    ['About text only', { bio: 'I know which windows stick.', hasReviews: false, hasReviewSites: false }],
    ['Review Me only', { bio: '', hasReviews: false, hasReviewSites: true }],
    ['reviews only', { bio: '', hasReviews: true, hasReviewSites: false }],
  ])('keeps the server’s desktop home when it hydrates: %s', async (_, { bio, hasReviews, hasReviewSites }) => {
    const { alias } = await aCard(app.deps, {
      settings: withoutPrompts,
      bio,
      showCustomReviews: hasReviews,
      reviews: hasReviews ? [aReview()] : [],
      services: hasReviewSites
        ? [{ gradeServiceId: google, directLink: 'https://g.page/ada', reviewLink: 'https://g.page/ada/review' }]
        : [],
    })
    await using visitor = await aVisitor({ on: 'desktop' })
    const { page } = visitor
    await visitor.open(`/${alias}/home`)
    const sections = page.locator('.face > .desktop')
    expect(await sections.count()).toBe([bio, hasReviews, hasReviewSites].filter(Boolean).length)
    const sent = await sections.elementHandles()

    await hydrate(page)
    // React hydrates at once what is clicked.
    for (const section of sent) await section.dispatchEvent('click')
    expect(await Promise.all(sent.map((section) => section.evaluate((one) => one.isConnected)))).toEqual(sent.map(() => true))
    expect(await sections.count()).toBe(sent.length)
  })
})
