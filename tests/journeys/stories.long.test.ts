import type { BrowserContextOptions, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { Story, StoryGroup } from '#contract/cards/releases.ts'
import { aCard } from '../factories/cards.ts'
import { siteApp } from '../harness/site-app.ts'
import { findAccessibilityIssues } from '../harness/find-accessibility-issues.ts'
import { aVisitor, hydrate } from '../harness/visitor.ts'

const app = await siteApp()

const longTimeout = { timeout: 10_000 }
const asApp = '?simulateStandalone=on'
const aSlide = (title: string, slide: Partial<Story> = {}): Story => ({
  title,
  content: 'A word about it',
  url: '',
  size: 'cover',
  isPro: false,
  duration: 5000,
  ground: '#cfdfe3',
  action: null,
  ...slide,
})
const aGroup = (storyId: string, ...titles: string[]): StoryGroup => ({
  storyId,
  updateTitle: `About ${storyId}`,
  stories: titles.map((title) => aSlide(title)),
})
const groups = [aGroup('signs', 'Yard sign', 'Door sign'), aGroup('reviews', 'Stars'), aGroup('contacts', 'Letters')]

const viewer = (page: Page) => page.getByRole('dialog', { name: 'Stories' })
const currentTitle = (page: Page) => viewer(page).locator('[data-at="0"] h3')
const button = (page: Page, name: string) => viewer(page).getByRole('button', { name, exact: true })
const filled = (page: Page) =>
  page.evaluate(() => document.querySelector<HTMLElement>('.story-bars i:not(.full) b')?.style.inlineSize ?? '')
const readState = (page: Page, alias: string) =>
  page.evaluate((name) => JSON.parse(localStorage.getItem(`card:${name}`) ?? '{}') as { viewedStories?: string[] }, alias)

type Options = BrowserContextOptions & { on?: 'phone' | 'narrow' | 'desktop'; answer?: StoryGroup[] | null; path?: string; state?: object }

/** A reader of a card whose installation has these stories, with a paused clock. */
async function aReader({ on = 'desktop', answer = groups, path = `home${asApp}`, state = {}, ...options }: Options = {}) {
  const { alias } = await aCard(app.deps, { settings: { connectClientsSetting: { enabled: false, timeout: 0 } } })
  // A worker's requests would bypass the test's routes.
  const visitor = await aVisitor({ on, ...options })
  const { page } = visitor
  // An installed card requests its session; there is none.
  visitor.allow(/401/)
  let inFlight = 0
  page.on('request', () => inFlight++)
  page.on('requestfinished', () => inFlight--)
  page.on('requestfailed', () => inFlight--)
  const requests: string[] = []
  await page.route('**/get-stories*', (route) => {
    requests.push(route.request().postData() ?? '')
    return answer ? route.fulfill({ json: answer }) : route.abort('internetdisconnected')
  })
  await page.addInitScript(
    ([key, text]) => localStorage.getItem(key ?? '') ?? localStorage.setItem(key ?? '', text ?? ''),
    [`card:${alias}`, JSON.stringify(state)],
  )
  await page.clock.install()
  await visitor.open(`/${alias}/${path}`)
  await hydrate(visitor.page)
  await page.clock.pauseAt(Date.now() + 60_000)
  return { alias, requests, countInFlight: () => inFlight, visitor, page, [Symbol.asyncDispose]: () => visitor[Symbol.asyncDispose]() }
}

/** Advances the clock until the stories are open. */
async function waitForStories(page: Page) {
  const count = async () => {
    await page.clock.runFor(250)
    return viewer(page).count()
  }
  await expect.poll(count, longTimeout).toBe(1)
}

/** The number of open stories after enough time for everything that opens by itself, and for what it loads. */
async function countOpenStories({ page, countInFlight }: Pick<Awaited<ReturnType<typeof aReader>>, 'page' | 'countInFlight'>) {
  for (let second = 0; second < 6; second++) {
    await page.clock.runFor(1000)
    await expect.poll(countInFlight).toBe(0)
  }
  return viewer(page).count()
}

describe('STORY-1 an installed card', () => {
  test('opens new stories by itself, plays them, restarts, and stores which were viewed', async () => {
    await using reader = await aReader({ state: { viewedStories: ['contacts'] } })
    const { page, alias } = reader
    await waitForStories(page)
    expect(reader.requests).toEqual([JSON.stringify({ stories: 'Stories-v3.9.1' })])
    const titles = []
    for (let slide = 0; slide < 4; slide++) {
      titles.push(await currentTitle(page).innerText())
      await page.clock.runFor(5000)
    }
    expect(titles).toEqual(['Yard sign', 'Door sign', 'Stars', 'Yard sign'])
    expect((await readState(page, alias)).viewedStories?.toSorted()).toEqual(['contacts', 'reviews', 'signs'])
  })

  test('pauses while a slide is held down, and resumes where it was', async () => {
    await using reader = await aReader()
    const { page } = reader
    await waitForStories(page)
    await page.keyboard.press('ArrowRight')
    expect(await currentTitle(page).innerText()).toBe('Door sign')
    await page.clock.runFor(1850)
    expect(await filled(page)).toBe('37%')
    await currentTitle(page).hover()
    await page.mouse.down()
    await page.clock.runFor(60_000)
    expect(await filled(page)).toBe('37%')
    await page.mouse.up()
    await page.clock.runFor(3100)
    expect(await filled(page)).toBe('99%')
    await page.clock.runFor(50)
    expect(await currentTitle(page).innerText()).toBe('Stars')
  })

  test('is paused and played by its button and the space bar', async () => {
    await using reader = await aReader()
    const { page } = reader
    await waitForStories(page)
    await button(page, 'Pause').click()
    await page.clock.runFor(60_000)
    expect(await currentTitle(page).innerText()).toBe('Yard sign')
    await button(page, 'Play').waitFor()
    await viewer(page).getByRole('heading', { name: 'Stories' }).focus()
    await page.keyboard.press(' ')
    await button(page, 'Pause').waitFor()
    await page.clock.runFor(5000)
    expect(await currentTitle(page).innerText()).toBe('Door sign')
  })

  test('pauses while its tab is hidden', async () => {
    await using reader = await aReader()
    const { page } = reader
    await waitForStories(page)
    const setHidden = (isHidden: boolean) =>
      page.evaluate((hidden) => {
        Object.defineProperty(document, 'hidden', { value: hidden, configurable: true })
        document.dispatchEvent(new Event('visibilitychange'))
      }, isHidden)
    await setHidden(true)
    await page.clock.runFor(60_000)
    expect(await currentTitle(page).innerText()).toBe('Yard sign')
    await setHidden(false)
    await page.clock.runFor(5000)
    expect(await currentTitle(page).innerText()).toBe('Door sign')
  })

  test('moves by keys and buttons, around the end and not before the beginning', async () => {
    await using reader = await aReader()
    const { page } = reader
    await waitForStories(page)
    await page.keyboard.press('ArrowLeft')
    expect(await currentTitle(page).innerText()).toBe('Yard sign')
    for (const _ of groups) await page.keyboard.press('ArrowRight')
    expect(await currentTitle(page).innerText()).toBe('Letters')
    await button(page, 'Next').click()
    expect(await currentTitle(page).innerText()).toBe('Yard sign')
    await button(page, 'Show About reviews').click()
    expect(await currentTitle(page).innerText()).toBe('Stars')
    await button(page, 'Previous').click()
    expect(await currentTitle(page).innerText()).toBe('Door sign')
  })

  test('traps and returns the keyboard focus, and stays closed until the next start', async () => {
    await using reader = await aReader()
    const { page } = reader
    await page.getByRole('link', { name: /skip/i }).focus()
    await waitForStories(page)
    for (let step = 0; step < 12; step++) {
      await page.keyboard.press('Tab')
      expect(
        await page.evaluate(() => document.activeElement === document.body || document.activeElement?.closest('dialog') !== null),
      ).toBe(true)
    }
    await page.keyboard.press('Escape')
    await viewer(page).waitFor({ state: 'detached' })
    expect(await page.evaluate(() => document.activeElement?.className)).toBe('skip')
    await page.clock.resume()
    await page.reload()
    await hydrate(reader.visitor.page)
    expect(await countOpenStories(reader)).toBe(0)
  })

  test('has no automatic motion with reduced motion', async () => {
    await using reader = await aReader({ reducedMotion: 'reduce' })
    const { page } = reader
    await waitForStories(page)
    await page.clock.runFor(60_000)
    expect(await currentTitle(page).innerText()).toBe('Yard sign')
    expect(await button(page, 'Pause').count()).toBe(0)
  })

  test('STORY-2 is 350 by 580, with the next ones 380 px to each side', async () => {
    await using reader = await aReader({ reducedMotion: 'reduce' })
    const { page } = reader
    await waitForStories(page)
    const box = (at: string) => viewer(page).locator(`[data-at="${at}"]`).boundingBox()
    expect(await box('0')).toMatchObject({ x: 545, y: 160, width: 350, height: 580 })
    const middle = async (at: string) => {
      const found = await box(at)
      return found && Math.round(found.x + found.width / 2)
    }
    await expect.poll(() => Promise.all(['-1', '0', '1'].map(middle))).toEqual([340, 720, 1100])
    await page.clock.resume()
    expect(await findAccessibilityIssues(page)).toEqual([])
  })

  test('moves by a tap at either side on a phone', async () => {
    await using reader = await aReader({ on: 'phone' })
    const { page } = reader
    await waitForStories(page)
    await page.touchscreen.tap(300, 500)
    expect(await currentTitle(page).innerText()).toBe('Door sign')
    await page.touchscreen.tap(40, 500)
    expect(await currentTitle(page).innerText()).toBe('Yard sign')
  })

  test('links within the site only, and survives failed pictures and long texts', async () => {
    const long = 'Everything there is to be said about yard signs and their codes '.repeat(8)
    const story = (href: string) => ({ isPro: true, url: '/no-such-picture.png', action: { label: 'Go there', href } })
    const answer = [
      {
        ...aGroup('a'),
        stories: [aSlide(long, { content: long, ...story('/{alias}/about') }), aSlide('B', story('https://elsewhere.example'))],
      },
    ]
    await using reader = await aReader({ on: 'narrow', answer })
    const { page, alias, visitor } = reader
    visitor.allow(/404/)
    await waitForStories(page)
    const link = viewer(page).getByRole('link', { name: 'Go there' })
    expect(await link.getAttribute('href')).toBe(`/${alias}/about`)
    await expect.poll(() => viewer(page).locator('.story-picture').count(), longTimeout).toBe(0)
    expect(await viewer(page).getByText('PRO', { exact: true }).isVisible()).toBe(true)
    const reach = await page.evaluate(() => {
      const bottom = (selector: string) => document.querySelector(selector)?.getBoundingClientRect().bottom ?? 0
      const top = document.querySelector('.story-act')?.getBoundingClientRect().top ?? 0
      return { isClear: bottom('.story-words') <= top, isNarrow: document.querySelector('.story-words')?.scrollWidth ?? 0 }
    })
    expect(reach).toEqual({ isClear: true, isNarrow: 320 })
    await page.keyboard.press('ArrowRight')
    expect(await currentTitle(page).innerText()).toBe('B')
    expect(await link.count()).toBe(0)
  })

  test('waits while a sheet is open', async () => {
    await using reader = await aReader()
    const { page } = reader
    await page.getByRole('button', { name: 'Share' }).first().click()
    await page.getByRole('dialog', { name: /share/i }).waitFor()
    expect(await countOpenStories(reader)).toBe(0)
    await page.keyboard.press('Escape')
    await waitForStories(page)
  })

  test.each<[string, Options]>([
    ['in a browser’s tab', { path: 'home' }],
    ['in a preview', { path: `home${asApp}&preview=on` }],
    ['on the form’s page', { path: `lets-connect${asApp}` }],
    ['if all were viewed', { state: { viewedStories: groups.map(({ storyId }) => storyId) } }],
    ['if there are none', { answer: [] }],
    ['without a response', { answer: null }],
  ])('does not open %s', async (_where, options) => {
    await using reader = await aReader(options)
    expect(await countOpenStories(reader)).toBe(0)
  })
})
