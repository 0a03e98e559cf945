import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { aCard } from '../factories/cards.ts'
import { behindTheSite } from '../harness/behind-the-site.ts'
import { findBarriers } from '../harness/find-barriers.ts'
import { signedIn } from '../harness/signed-in.ts'
import { aVisitor } from '../harness/visitor.ts'

const house = await behindTheSite()

const patient = { timeout: 15_000 }
const asApp = '?simulateStandalone=on'
const steps = [
  { target: 'dock-share', title: 'Pass it on', content: 'One press.' },
  { target: 'menu', title: 'Everything else', content: 'All pages.' },
  { target: 'account', title: 'Your account', content: 'Change your card.' },
  { target: 'nowhere', title: 'Your contacts', content: 'Who left their details.' },
]
const story = { title: 'New', content: '', url: '', size: 'cover', isPro: false, duration: 5000, ground: '#ffffff', action: null }

const bubble = (page: Page, name?: string) => page.getByRole('dialog', name ? { name } : {}).and(page.locator('.tour'))
const press = (page: Page, name: string) => bubble(page).getByRole('button', { name, exact: true }).click()
const tourDone = (page: Page, alias: string) =>
  page.evaluate((name) => (JSON.parse(localStorage.getItem(`card:${name}`) ?? '{}') as { tourDone?: boolean }).tourDone ?? false, alias)

/** A card on a device, looked at by its owner unless `isOwner` is false. */
async function aLook({ isOwner = true, path = `home${asApp}`, isAnswered = true } = {}) {
  const card = await aCard(house.needs, { settings: { connectClientsSetting: { enabled: false, timeout: 0 } } })
  const visitor = await aVisitor({ serviceWorkers: 'block', reducedMotion: 'reduce' })
  const { page } = visitor
  if (isOwner) await visitor.wear((await signedIn(house, card.id)).cookie)
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
  test('leads an owner through four steps, then the stories come, and it does not come again', async () => {
    await using look = await aLook()
    const { page, alias, visitor } = look
    for (const [at, { title }] of steps.entries()) {
      await bubble(page, title).waitFor(patient)
      expect(await bubble(page).innerText()).toContain(`Step ${at + 1} of 4`)
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(title)
      expect(await stories(page).count()).toBe(0)
      await press(page, at === 3 ? 'Finish' : 'Next')
    }
    await stories(page).waitFor(patient)
    expect(await bubble(page).count()).toBe(0)
    expect(await tourDone(page, alias)).toBe(true)

    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    const isAsked = page.waitForRequest('**/get-stories*')
    await page.evaluate(() => sessionStorage.clear())
    await visitor.open(`/${alias}/home${asApp}`)
    await isAsked
    expect(asked.filter((path) => path.includes('virtual-tour-steps'))).toEqual([])
  })

  test('rings what it speaks of beside its bubble, and follows when the screen turns', async () => {
    await using look = await aLook()
    const { page } = look
    await bubble(page, 'Pass it on').waitFor(patient)
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
    await expect.poll(isAround, patient).toEqual({ isRinged: true, isOnScreen: true, isAbove: true })
    expect(await findBarriers(page)).toEqual([])
    await page.setViewportSize({ width: 664, height: 390 })
    await expect.poll(isAround, patient).toEqual({ isRinged: true, isOnScreen: true, isAbove: true })
    await page.setViewportSize({ width: 320, height: 568 })
    await expect.poll(isAround, patient).toEqual({ isRinged: true, isOnScreen: true, isAbove: true })
  })

  test('stands in the middle where there is nothing to ring', async () => {
    await using look = await aLook()
    const { page } = look
    await bubble(page).waitFor(patient)
    for (const _ of steps.slice(1)) await press(page, 'Next')
    await page.locator('.tour-bubble[data-side="middle"]').waitFor()
    const box = await page.locator('.tour-bubble').boundingBox()
    expect(Math.round((box?.x ?? 0) + (box?.width ?? 0) / 2)).toBe(195)
  })

  test.each(['Skip Tour', 'Escape'])('%s ends it for good, and begins again when it is reset', async (way) => {
    await using look = await aLook()
    const { page, alias } = look
    await bubble(page).waitFor(patient)
    await (way === 'Escape' ? page.keyboard.press(way) : press(page, way))
    await expect.poll(() => tourDone(page, alias), patient).toBe(true)
    await stories(page).waitFor(patient)
    await page.keyboard.press('Escape')
    await page.evaluate((name) => {
      localStorage.setItem(`card:${name}`, JSON.stringify({ tourDone: false }))
      dispatchEvent(new Event('storage'))
    }, alias)
    await bubble(page, 'Pass it on').waitFor(patient)
  })

  test.each([
    ['a visitor', { isOwner: false }],
    ['an owner on another page', { path: `about${asApp}` }],
    ['an owner whom nobody answers', { isAnswered: false }],
  ])('leaves %s to the stories', async (_who, wishes) => {
    await using look = await aLook(wishes)
    await stories(look.page).waitFor(patient)
    expect(await bubble(look.page).count()).toBe(0)
  })
})
