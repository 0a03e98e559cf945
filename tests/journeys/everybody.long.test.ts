import { describe, expect, test } from 'vitest'
import { cardHref, noDataPath, restrictedHref, sideHref } from '#contract/pages.ts'
import { findBarriers } from '../harness/find-barriers.ts'
import { aSharedVisitor, aVisitor, type Visitor } from '../harness/visitor.ts'

const aliases = ['maren', 'julian', 'priya', 'oyelaran']
const homes = aliases.map((alias) => cardHref({ alias }, 'home'))
const inner = aliases.flatMap((alias) =>
  (['about', 'reviews', 'review', 'vCard', 'connect', 'contact', 'settings'] as const).map((page) => cardHref({ alias }, page)),
)
/** The smallest phone; and what is left of a desktop where text is twice as large. */
const fits = { phone: { width: 320, height: 640 }, desktop: { width: 720, height: 450 } }
const others = [restrictedHref({ alias: 'free' }, 'review'), sideHref('closed', 'cardDisabled'), noDataPath, '/']

describe.each(['phone', 'desktop'] as const)('on a %s', (on) => {
  const shared = aSharedVisitor({ on })
  const withoutScript = aSharedVisitor({ on, javaScriptEnabled: false })

  test.each([...homes, ...inner, ...others])(
    `nothing keeps anybody out of %s, and it fits a screen ${fits[on].width} wide`,
    async (path) => {
      const visitor = await shared()
      const { page } = visitor
      const usual = page.viewportSize() ?? fits[on]
      await visitor.open(path)

      expect(await findBarriers(page)).toEqual([])
      await page.setViewportSize(fits[on])
      await expect.poll(() => page.evaluate(() => innerWidth)).toBe(fits[on].width)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(fits[on].width)
      await page.setViewportSize(usual)
    },
  )

  test.each(homes)('nothing moves after the first paint of %s', async (path) => {
    await using visitor = await aVisitor({ on })
    await visitor.open(path)

    expect(await visitor.shifts()).toBeLessThan(0.01)
  })

  test.each(homes)('%s is read and used without script', async (path) => {
    const { page, open } = await withoutScript()
    await open(path)

    expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(true)
    expect(await page.locator('a[href^="tel:"]:visible').count()).toBeGreaterThan(0)
    expect(await page.getByRole('link', { name: /add to contacts|book|call/i }).count()).toBeGreaterThan(0)
  })

  test.each(homes)('every step of the keyboard through %s can be seen', async (path) => {
    const visitor = await shared()
    await visitor.open(path)
    const steps = await walkByKeyboard(visitor)

    expect(steps.length).toBeGreaterThan(5)
    expect(steps[0]?.name).toMatch(/skip/i)
    expect(steps.filter(({ isSeen }) => !isSeen)).toEqual([])
  })

  test.each(homes)('%s is printed on one page', async (path) => {
    const { page, open } = await shared()
    await open(path)
    for (const format of ['Letter', 'A4']) {
      const pdf = await page.pdf({ format })
      expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g), format).toHaveLength(1)
    }
  })
})

describe('without script', () => {
  const shared = aSharedVisitor({ javaScriptEnabled: false })

  test.each(homes)('the menu of %s opens and closes', async (path) => {
    const { page, open } = await shared()
    await open(path)
    const menu = page.getByRole('dialog', { name: 'Menu' })

    await page.getByRole('button', { name: 'Open menu' }).focus()
    await page.keyboard.press('Enter')
    await menu.waitFor()
    expect(await menu.getByRole('link').count()).toBeGreaterThan(3)
    await page.keyboard.press('Escape')
    await menu.waitFor({ state: 'hidden' })
  })
})

test.each(['Open menu', 'Share'])('nothing keeps anybody out of what “%s” opens', async (name) => {
  await using visitor = await aVisitor()
  await visitor.open('/maren/home')
  await visitor.page.getByRole('button', { name }).first().click()
  await visitor.page.getByRole('dialog').first().waitFor()
  // While it rises, its last rows are still below the edge.
  await visitor.page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished)))

  expect(await findBarriers(visitor.page)).toEqual([])
})

test('a dark system keeps the colours the owner chose', async () => {
  const groundIn = async (colorScheme: 'light' | 'dark') => {
    await using visitor = await aVisitor({ colorScheme })
    await visitor.open('/maren/home')
    return await visitor.page.getByRole('main').evaluate((main) => getComputedStyle(main).getPropertyValue('--card-ground'))
  }
  expect(await groundIn('dark')).toBe(await groundIn('light'))
  expect(await groundIn('dark')).not.toBe('')
})

describe('on a dark system', () => {
  const shared = aSharedVisitor({ colorScheme: 'dark' })

  test.each(others)('%s reads well', async (path) => {
    const visitor = await shared()
    await visitor.open(path)

    expect(await findBarriers(visitor.page)).toEqual([])
  })
})

test('a French browser reads French around the owner’s own words', async () => {
  await using visitor = await aVisitor({ locale: 'fr-CA' })
  await visitor.open('/maren/home')
  const { page } = visitor

  expect(await page.locator('html').getAttribute('lang')).toMatch(/^fr/)
  expect(await page.getByText('Broker Associate').first().isVisible()).toBe(true)
  expect(
    await page
      .getByRole('navigation')
      .getByText(/Appel|Courriel|Partager/)
      .count(),
  ).toBeGreaterThan(0)
})

describe('in French on a screen 320 wide', () => {
  const shared = aSharedVisitor({ on: 'narrow', locale: 'fr-FR' })

  test('what to expect at a review site is not cut', async () => {
    const visitor = await shared()
    await visitor.open('/maren/review')
    const hints = visitor.page.locator('.review-list small')
    expect(await hints.count()).toBeGreaterThan(3)
    expect(await hints.evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent))).toEqual(
      [],
    )
  })

  test.each(homes)('no label of %s touches its value', async (path) => {
    const visitor = await shared()
    await visitor.open(path)
    const touching = visitor.page.locator('.row-main:visible').evaluateAll((rows) =>
      rows.flatMap((row) => {
        const [value, label] = [...row.children].map((part) => {
          const words = document.createRange()
          words.selectNodeContents(part)
          return words.getBoundingClientRect()
        })
        if (!value || !label) return [row.textContent]
        const isApart = label.right + 6 <= value.left || value.bottom <= label.top + 2 || value.right + 6 <= label.left
        return isApart ? [] : [row.textContent]
      }),
    )
    expect(await touching).toEqual([])
  })

  test('the three buttons of the card’s link share one line', async () => {
    const visitor = await shared()
    await visitor.open('/maren/connect')
    const tops = await visitor.page.locator('.ticket-act').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top))
    expect(tops).toHaveLength(3)
    expect(new Set(tops).size).toBe(1)
  })
})

describe('an inner page', () => {
  const shared = aSharedVisitor()

  test.each(aliases)('of %s has a header that lines up with it', async (alias) => {
    const visitor = await shared()
    await visitor.open(cardHref({ alias }, 'contact'))
    const edges = (selector: string) =>
      visitor.page
        .locator(selector)
        .first()
        .evaluate((one) => {
          const { left, right } = one.getBoundingClientRect()
          return { left, right }
        })
    const [page, bearer, icon] = [await edges('main .plate-list'), await edges('.bearer'), await edges('.head-menu svg')]
    expect(Math.abs(bearer.left - page.left)).toBeLessThan(2)
    expect(Math.abs(icon.right - page.right)).toBeLessThan(4)
  })
})

describe('the printed card', () => {
  const letter = { width: 816, height: 1056 }
  const shared = aSharedVisitor({ on: 'desktop', viewport: letter })

  test.each(aliases)('of %s has the name, every number, both addresses and the code, and nothing to press', async (alias) => {
    const { page, open } = await shared()
    await page.emulateMedia({ media: 'screen' })
    await open(cardHref({ alias }, 'home'))
    const main = page.getByRole('main')
    const numbers = await main.locator('.row-value').allTextContents()
    expect(numbers.length).toBeGreaterThan(3)
    await page.emulateMedia({ media: 'print' })

    const code = main.getByRole('img', { name: /QR/i })
    const parts = [main.getByRole('heading', { level: 1 }), ...numbers.map((text) => main.getByText(text, { exact: true })), code]
    for (const part of [...parts, main.getByText(/@example\.com$/), main.getByText(/, [A-Z]{2} \d{5}/), main.getByText(`/${alias}`)]) {
      const box = await part.first().boundingBox()
      expect(box, String(part)).not.toBeNull()
      const { x, y, width, height } = box ?? { x: 0, y: 0, width: 0, height: 0 }
      expect(x >= 0 && y >= 0 && x + width <= letter.width && y + height <= letter.height, String(part)).toBe(true)
    }
    await expect.poll(() => code.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
    for (const role of ['button', 'navigation', 'dialog'] as const) expect(await page.getByRole(role).count(), role).toBe(0)
  })
})

/** Presses Tab until the page lets go, and looks at each stop as a person would. */
async function walkByKeyboard({ page }: Visitor) {
  const steps: { name: string; isSeen: boolean }[] = []
  for (let press = 0; press < 80; press++) {
    await page.keyboard.press('Tab')
    const step = await page.evaluate(() => {
      const here = document.activeElement
      if (here === null || here === document.body) return null
      const style = getComputedStyle(here)
      const { width, height, right, bottom } = here.getBoundingClientRect()
      const isOnScreen = width > 0 && height > 0 && right > 0 && bottom > 0
      // A link that stretches over its row is marked around the row.
      const isMarked =
        [style, getComputedStyle(here, '::after')].some(({ outlineStyle }) => outlineStyle !== 'none') || style.boxShadow !== 'none'
      return { name: (here.getAttribute('aria-label') ?? here.textContent).trim().slice(0, 40), isSeen: isOnScreen && isMarked }
    })
    if (step === null) return steps
    steps.push(step)
  }
  return steps
}
