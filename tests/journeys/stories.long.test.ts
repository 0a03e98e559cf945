import type { BrowserContextOptions, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { Story, StoryGroup } from '#contract/cards/releases.ts'
import { aCard } from '../factories/cards.ts'
import { behindTheSite } from '../harness/behind-the-site.ts'
import { findBarriers } from '../harness/find-barriers.ts'
import { aVisitor, awaken, type Visitor } from '../harness/visitor.ts'

const house = await behindTheSite()

const patient = { timeout: 10_000 }
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
const shown = (page: Page) => viewer(page).locator('[data-at="0"] h3')
const button = (page: Page, name: string) => viewer(page).getByRole('button', { name, exact: true })
const filled = (page: Page) =>
  page.evaluate(() => document.querySelector<HTMLElement>('.story-bars i:not(.full) b')?.style.inlineSize ?? '')
const remembered = (page: Page, alias: string) =>
  page.evaluate((name) => JSON.parse(localStorage.getItem(`card:${name}`) ?? '{}') as { viewedStories?: string[] }, alias)
const isAwake = ({ page }: Visitor) => awaken(page)

type Wishes = BrowserContextOptions & { on?: 'phone' | 'narrow' | 'desktop'; answer?: StoryGroup[] | null; path?: string; state?: object }

/** Somebody in front of a card whose installation has these stories, with a clock that stands still. */
async function aReader({ on = 'desktop', answer = groups, path = `home${asApp}`, state = {}, ...wishes }: Wishes = {}) {
  const { alias } = await aCard(house.needs, { settings: { connectClientsSetting: { enabled: false, timeout: 0 } } })
  // A worker would fetch past the test's answers.
  const visitor = await aVisitor({ on, serviceWorkers: 'block', ...wishes })
  const { page } = visitor
  // An installed card asks who is signed in, and nobody is.
  visitor.allow(/401/)
  const asked: string[] = []
  await page.route('**/get-stories*', (route) => {
    asked.push(route.request().postData() ?? '')
    return answer ? route.fulfill({ json: answer }) : route.abort('internetdisconnected')
  })
  await page.addInitScript(
    ([key, text]) => localStorage.getItem(key ?? '') ?? localStorage.setItem(key ?? '', text ?? ''),
    [`card:${alias}`, JSON.stringify(state)],
  )
  await page.clock.install()
  await visitor.open(`/${alias}/${path}`)
  await isAwake(visitor)
  await page.clock.pauseAt(Date.now() + 60_000)
  return { alias, asked, visitor, page, [Symbol.asyncDispose]: () => visitor[Symbol.asyncDispose]() }
}

/** Time goes by until the stories are there. */
async function opened(page: Page) {
  const count = async () => {
    await page.clock.runFor(250)
    return viewer(page).count()
  }
  await expect.poll(count, patient).toBe(1)
}

/** How many there are after a time long enough for anything that wants to open. */
async function openAtLast(page: Page) {
  for (let second = 0; second < 6; second++) {
    await page.clock.runFor(1000)
    await page.waitForLoadState('networkidle')
  }
  return viewer(page).count()
}

describe('STORY-1 an installed card', () => {
  test('shows what is new by itself, plays it to its end, begins anew, and remembers what was looked at', async () => {
    await using reader = await aReader({ state: { viewedStories: ['contacts'] } })
    const { page, alias } = reader
    await opened(page)
    expect(reader.asked).toEqual([JSON.stringify({ stories: 'Stories-v3.9.1' })])
    const titles = []
    for (let slide = 0; slide < 4; slide++) {
      titles.push(await shown(page).innerText())
      await page.clock.runFor(5000)
    }
    expect(titles).toEqual(['Yard sign', 'Door sign', 'Stars', 'Yard sign'])
    expect((await remembered(page, alias)).viewedStories?.toSorted()).toEqual(['contacts', 'reviews', 'signs'])
  })

  test('holds a slide that is pressed, and goes on exactly there', async () => {
    await using reader = await aReader()
    const { page } = reader
    await opened(page)
    await page.keyboard.press('ArrowRight')
    expect(await shown(page).innerText()).toBe('Door sign')
    await page.clock.runFor(1850)
    expect(await filled(page)).toBe('37%')
    await shown(page).hover()
    await page.mouse.down()
    await page.clock.runFor(60_000)
    expect(await filled(page)).toBe('37%')
    await page.mouse.up()
    await page.clock.runFor(3100)
    expect(await filled(page)).toBe('99%')
    await page.clock.runFor(50)
    expect(await shown(page).innerText()).toBe('Stars')
  })

  test('is paused and played by its button and by the space bar', async () => {
    await using reader = await aReader()
    const { page } = reader
    await opened(page)
    await button(page, 'Pause').click()
    await page.clock.runFor(60_000)
    expect(await shown(page).innerText()).toBe('Yard sign')
    await button(page, 'Play').waitFor()
    await viewer(page).getByRole('heading', { name: 'Stories' }).focus()
    await page.keyboard.press(' ')
    await button(page, 'Pause').waitFor()
    await page.clock.runFor(5000)
    expect(await shown(page).innerText()).toBe('Door sign')
  })

  test('stands still while its tab is out of sight', async () => {
    await using reader = await aReader()
    const { page } = reader
    await opened(page)
    const see = (isHidden: boolean) =>
      page.evaluate((hidden) => {
        Object.defineProperty(document, 'hidden', { value: hidden, configurable: true })
        document.dispatchEvent(new Event('visibilitychange'))
      }, isHidden)
    await see(true)
    await page.clock.runFor(60_000)
    expect(await shown(page).innerText()).toBe('Yard sign')
    await see(false)
    await page.clock.runFor(5000)
    expect(await shown(page).innerText()).toBe('Door sign')
  })

  test('walks by keys and buttons, around the end and not past the beginning', async () => {
    await using reader = await aReader()
    const { page } = reader
    await opened(page)
    await page.keyboard.press('ArrowLeft')
    expect(await shown(page).innerText()).toBe('Yard sign')
    for (const _ of groups) await page.keyboard.press('ArrowRight')
    expect(await shown(page).innerText()).toBe('Letters')
    await button(page, 'Next').click()
    expect(await shown(page).innerText()).toBe('Yard sign')
    await button(page, 'Show About reviews').click()
    expect(await shown(page).innerText()).toBe('Stars')
    await button(page, 'Previous').click()
    expect(await shown(page).innerText()).toBe('Door sign')
  })

  test('keeps the keyboard inside, gives it back, and stays shut for the rest of this start', async () => {
    await using reader = await aReader()
    const { page } = reader
    await page.getByRole('link', { name: /skip/i }).focus()
    await opened(page)
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
    await isAwake(reader.visitor)
    expect(await openAtLast(page)).toBe(0)
  })

  test('moves nothing by itself for somebody who wants little movement', async () => {
    await using reader = await aReader({ reducedMotion: 'reduce' })
    const { page } = reader
    await opened(page)
    await page.clock.runFor(60_000)
    expect(await shown(page).innerText()).toBe('Yard sign')
    expect(await button(page, 'Pause').count()).toBe(0)
  })

  test('STORY-2 stands 350 by 580, the next ones 380 to each side', async () => {
    await using reader = await aReader({ reducedMotion: 'reduce' })
    const { page } = reader
    await opened(page)
    const box = (at: string) => viewer(page).locator(`[data-at="${at}"]`).boundingBox()
    expect(await box('0')).toMatchObject({ x: 545, y: 160, width: 350, height: 580 })
    const middle = async (at: string) => {
      const found = await box(at)
      return found && Math.round(found.x + found.width / 2)
    }
    await expect.poll(() => Promise.all(['-1', '0', '1'].map(middle))).toEqual([340, 720, 1100])
    await page.clock.resume()
    expect(await findBarriers(page)).toEqual([])
  })

  test('on a phone a tap at either side walks', async () => {
    await using reader = await aReader({ on: 'phone' })
    const { page } = reader
    await opened(page)
    await page.touchscreen.tap(300, 500)
    expect(await shown(page).innerText()).toBe('Door sign')
    await page.touchscreen.tap(40, 500)
    expect(await shown(page).innerText()).toBe('Yard sign')
  })

  test('its button leads within the site alone, a picture that fails leaves the words, and long ones fit', async () => {
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
    await opened(page)
    const link = viewer(page).getByRole('link', { name: 'Go there' })
    expect(await link.getAttribute('href')).toBe(`/${alias}/about`)
    await expect.poll(() => viewer(page).locator('.story-picture').count(), patient).toBe(0)
    expect(await viewer(page).getByText('PRO', { exact: true }).isVisible()).toBe(true)
    const reach = await page.evaluate(() => {
      const bottom = (selector: string) => document.querySelector(selector)?.getBoundingClientRect().bottom ?? 0
      const top = document.querySelector('.story-act')?.getBoundingClientRect().top ?? 0
      return { isClear: bottom('.story-words') <= top, isNarrow: document.querySelector('.story-words')?.scrollWidth ?? 0 }
    })
    expect(reach).toEqual({ isClear: true, isNarrow: 320 })
    await page.keyboard.press('ArrowRight')
    expect(await shown(page).innerText()).toBe('B')
    expect(await link.count()).toBe(0)
  })

  test('waits while a sheet is open', async () => {
    await using reader = await aReader()
    const { page } = reader
    await page.getByRole('button', { name: 'Share' }).first().click()
    await page.getByRole('dialog', { name: /share/i }).waitFor()
    expect(await openAtLast(page)).toBe(0)
    await page.keyboard.press('Escape')
    await opened(page)
  })

  test.each<[string, Wishes]>([
    ['in a browser’s tab', { path: 'home' }],
    ['in a preview', { path: `home${asApp}&preview=on` }],
    ['on the form’s page', { path: `lets-connect${asApp}` }],
    ['where all were looked at', { state: { viewedStories: groups.map(({ storyId }) => storyId) } }],
    ['where there are none', { answer: [] }],
    ['where nobody answers', { answer: null }],
  ])('opens nothing %s', async (_where, wishes) => {
    await using reader = await aReader(wishes)
    expect(await openAtLast(reader.page)).toBe(0)
  })
})
