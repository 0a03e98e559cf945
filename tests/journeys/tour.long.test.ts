import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { aCard } from '../factories/cards.ts'
import { siteApp } from '../harness/site-app.ts'
import { findAccessibilityIssues } from '../harness/find-accessibility-issues.ts'
import { signedIn } from '../harness/signed-in.ts'
import { aVisitor } from '../harness/visitor.ts'

const app = await siteApp()

const longTimeout = { timeout: 15_000 }
const asApp = '?simulateStandalone=on'
const steps = [
  { target: 'dock-share', title: 'Pass it on', content: 'One press.' },
  { target: 'menu', title: 'Everything else', content: 'All pages.' },
  { target: 'account', title: 'Your account', content: 'Change your card.' },
  { target: 'nowhere', title: 'Your contacts', content: 'Who left their details.' },
]
const story = { title: 'New', content: '', url: '', size: 'cover', isPro: false, duration: 5000, ground: '#ffffff', action: null }

const bubble = (page: Page, name?: string) => page.getByRole('dialog', name ? { name } : {}).and(page.locator('.tour'))
const clickButton = (page: Page, name: string) => bubble(page).getByRole('button', { name, exact: true }).click()
const tourDone = (page: Page, alias: string) =>
  page.evaluate((name) => (JSON.parse(localStorage.getItem(`card:${name}`) ?? '{}') as { tourDone?: boolean }).tourDone ?? false, alias)

/** A card on a device, visited by its owner unless `isOwner` is false. */
async function aVisit({ isOwner = true, path = `home${asApp}`, isAnswered = true } = {}) {
  const card = await aCard(app.deps, { settings: { connectClientsSetting: { enabled: false, timeout: 0 } } })
  const visitor = await aVisitor({ reducedMotion: 'reduce' })
  const { page } = visitor
  if (isOwner) await visitor.setSession((await signedIn(app, card.id)).cookie)
  else visitor.allow(/401/)
  await page.route('**/virtual-tour-steps/VirtualTour-v3.7.0*', (route) =>
    isAnswered ? route.fulfill({ json: { success: 1, virtualTour: { virtualTourSteps: steps } } }) : route.abort('internetdisconnected'),
  )
  await page.route('**/get-stories*', (route) => route.fulfill({ json: [{ storyId: 'new', updateTitle: 'New', stories: [story] }] }))
  await visitor.open(`/${card.alias}/${path}`)
  return { alias: card.alias, page, visitor, [Symbol.asyncDispose]: () => visitor[Symbol.asyncDispose]() }
}

const stories = (page: Page) => page.getByRole('dialog', { name: 'Stories' })

describe('TOUR-1 the guided tour', () => {
  test('guides an owner through four steps, then the stories, once', async () => {
    await using visit = await aVisit()
    const { page, alias, visitor } = visit
    for (const [at, { title }] of steps.entries()) {
      await bubble(page, title).waitFor(longTimeout)
      expect(await bubble(page).innerText()).toContain(`Step ${at + 1} of 4`)
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(title)
      expect(await stories(page).count()).toBe(0)
      await clickButton(page, at === 3 ? 'Finish' : 'Next')
    }
    await stories(page).waitFor(longTimeout)
    expect(await bubble(page).count()).toBe(0)
    expect(await tourDone(page, alias)).toBe(true)

    const paths: string[] = []
    page.on('request', (request) => paths.push(new URL(request.url()).pathname))
    const storiesRequest = page.waitForRequest('**/get-stories*')
    await page.evaluate(() => sessionStorage.clear())
    await visitor.open(`/${alias}/home${asApp}`)
    await storiesRequest
    expect(paths.filter((path) => path.includes('virtual-tour-steps'))).toEqual([])
  })

  test('highlights its subject beside its bubble, and follows when the screen rotates', async () => {
    await using visit = await aVisit()
    const { page } = visit
    await bubble(page, 'Pass it on').waitFor(longTimeout)
    const share = page.locator('.dock [popovertarget="share"]')
    const isAround = async () => {
      const [ring, part, words] = await Promise.all(
        [page.locator('.tour-ring'), share, page.locator('.tour-bubble')].map((l) => l.boundingBox()),
      )
      if (!ring || !part || !words) return 'missing'
      const isRinged = Math.abs(ring.x + 6 - part.x) < 1 && Math.abs(ring.y + 6 - part.y) < 1 && Math.abs(ring.width - 12 - part.width) < 1
      const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
      const isOnScreen = words.x >= 0 && words.y >= 0 && words.x + words.width <= width && words.y + words.height <= height
      return { isRinged, isOnScreen, isAbove: words.y + words.height <= part.y }
    }
    await expect.poll(isAround, longTimeout).toEqual({ isRinged: true, isOnScreen: true, isAbove: true })
    expect(await findAccessibilityIssues(page)).toEqual([])
    await page.setViewportSize({ width: 664, height: 390 })
    await expect.poll(isAround, longTimeout).toEqual({ isRinged: true, isOnScreen: true, isAbove: true })
    await page.setViewportSize({ width: 320, height: 568 })
    await expect.poll(isAround, longTimeout).toEqual({ isRinged: true, isOnScreen: true, isAbove: true })
  })

  test('is centered if there is nothing to highlight', async () => {
    await using visit = await aVisit()
    const { page } = visit
    await bubble(page).waitFor(longTimeout)
    for (const _ of steps.slice(1)) await clickButton(page, 'Next')
    await page.locator('.tour-bubble[data-side="middle"]').waitFor()
    // It moves there from its place beside the last part.
    const middle = async () => {
      const box = await page.locator('.tour-bubble').boundingBox()
      return Math.round((box?.x ?? 0) + (box?.width ?? 0) / 2)
    }
    await expect.poll(middle).toBe(195)
  })

  test.each(['Skip Tour', 'Escape'])('%s ends it for good, and a reset starts it again', async (way) => {
    await using visit = await aVisit()
    const { page, alias } = visit
    await bubble(page).waitFor(longTimeout)
    await (way === 'Escape' ? page.keyboard.press(way) : clickButton(page, way))
    await expect.poll(() => tourDone(page, alias), longTimeout).toBe(true)
    await stories(page).waitFor(longTimeout)
    await page.keyboard.press('Escape')
    await page.evaluate((name) => {
      localStorage.setItem(`card:${name}`, JSON.stringify({ tourDone: false }))
      dispatchEvent(new Event('storage'))
    }, alias)
    await bubble(page, 'Pass it on').waitFor(longTimeout)
  })

  test.each([
    ['a visitor', { isOwner: false }],
    ['an owner on another page', { path: `about${asApp}` }],
    ['an owner without a response', { isAnswered: false }],
  ])('is not for %s, only the stories are', async (_who, options) => {
    await using visit = await aVisit(options)
    await stories(visit.page).waitFor(longTimeout)
    expect(await bubble(visit.page).count()).toBe(0)
  })
})
