import { beforeAll, describe, expect, test } from 'vitest'
import { cardHref, noDataPath, restrictedHref, sideHref } from '#contract/pages.ts'
import { findAccessibilityIssues } from '../harness/find-accessibility-issues.ts'
import { aSharedVisitor, aVisitor, resize, suppressForm, type Visitor } from '../harness/visitor.ts'
import { layoutDemos } from '../samples/layout-demos.ts'

const homes = layoutDemos.map((alias) => cardHref({ alias }, 'home'))
const inner = layoutDemos.flatMap((alias) =>
  (['about', 'reviews', 'review', 'vCard', 'connect', 'contact', 'settings'] as const).map((page) => cardHref({ alias }, page)),
)
/** With each, what it must still fit: the smallest phone, and what remains of a desktop with text at twice the size. */
const screens = [
  { usual: { width: 390, height: 844 }, least: { width: 320, height: 640 } },
  { usual: { width: 1440, height: 900 }, least: { width: 720, height: 450 } },
] as const
const others = [
  restrictedHref({ alias: 'free' }, 'review'),
  sideHref('closed', 'cardDisabled'),
  sideHref('maren', 'report'),
  sideHref('closed', 'report'),
  noDataPath,
  '/',
]

describe('at the width of a phone and of a desktop', () => {
  // One document for both: the second check in it costs a third of the first.
  const shared = aSharedVisitor({ on: 'desktop' })
  // Two checks may take longer than the form's delay.
  beforeAll(async () => {
    for (const alias of layoutDemos) await suppressForm((await shared()).page, alias)
  })

  test.each([...homes, ...inner, ...others])('%s is accessible, and fits the least of each screen', async (path) => {
    const { page, open } = await shared()
    await open(path)
    for (const { usual, least } of screens) {
      await resize(page, usual)
      expect(await findAccessibilityIssues(page), `${usual.width} px`).toEqual([])
      await resize(page, least)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(least.width)
    }
  })
})

/** A phone gets less of it. */
describe('on a phone', () => {
  const shared = aSharedVisitor()

  test.each(homes)('%s is accessible, and fits the smallest one', async (path) => {
    const { page, open } = await shared()
    const [{ usual, least }] = screens
    await page.setViewportSize(usual)
    await open(path)
    expect(await findAccessibilityIssues(page)).toEqual([])
    await resize(page, least)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(least.width)
  })
})

describe.each(['phone', 'desktop'] as const)('on a %s', (on) => {
  const shared = aSharedVisitor({ on })
  const withoutScript = aSharedVisitor({ on, javaScriptEnabled: false })

  test.for(homes)('%s has no layout shift after its first paint', async (path, { skip }) => {
    await using visitor = await aVisitor({ on })
    await visitor.open(path)
    if (!(await visitor.page.evaluate(hasFallbackFont))) skip('no Arial or Liberation Sans (Debian: fonts-liberation)')

    expect(await visitor.layoutShift()).toBeLessThan(0.01)
  })

  test.each(homes)('%s can be read and used without scripts', async (path) => {
    const { page, open } = await withoutScript()
    await open(path)

    expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(true)
    expect(await page.locator('a[href^="tel:"]:visible').count()).toBeGreaterThan(0)
    expect(await page.getByRole('link', { name: /add to contacts|book|call/i }).count()).toBeGreaterThan(0)
  })

  test.each(homes)('every focus stop of %s is visible', async (path) => {
    const visitor = await shared()
    await visitor.open(path)
    const steps = await tabThroughPage(visitor)

    expect(steps.length).toBeGreaterThan(5)
    expect(steps[0]?.name).toMatch(/skip/i)
    expect(steps.filter(({ isFocusVisible }) => !isFocusVisible)).toEqual([])
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

describe('without scripts', () => {
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

test.each(['Open menu', 'Share'])('the content that “%s” opens is accessible', async (name) => {
  await using visitor = await aVisitor()
  await visitor.open('/maren/home')
  await visitor.page.getByRole('button', { name }).first().click()
  await visitor.page.getByRole('dialog').first().waitFor()
  // While it opens, its last rows are still below the edge.
  await visitor.page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished)))

  expect(await findAccessibilityIssues(visitor.page)).toEqual([])
})

test('a dark system does not change the owner’s colors', async () => {
  const backgroundIn = async (colorScheme: 'light' | 'dark') => {
    await using visitor = await aVisitor({ colorScheme })
    await visitor.open('/maren/home')
    return await visitor.page.getByRole('main').evaluate((main) => getComputedStyle(main).getPropertyValue('--card-ground'))
  }
  expect(await backgroundIn('dark')).toBe(await backgroundIn('light'))
  expect(await backgroundIn('dark')).not.toBe('')
})

describe('on a dark system', () => {
  const shared = aSharedVisitor({ colorScheme: 'dark' })

  test.each(others)('%s is accessible', async (path) => {
    const visitor = await shared()
    await visitor.open(path)

    expect(await findAccessibilityIssues(visitor.page)).toEqual([])
  })
})

test('a French browser gets French around the owner’s own text', async () => {
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

describe('in French at 320 px', () => {
  const shared = aSharedVisitor({ on: 'narrow', locale: 'fr-FR' })

  test('the names of review sites are not cut off', async () => {
    const visitor = await shared()
    await visitor.open('/maren/review')
    const hints = visitor.page.locator('.plate-list small')
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

  test('the three buttons of the card’s link are in one row', async () => {
    const visitor = await shared()
    await visitor.open('/maren/connect')
    const tops = await visitor.page.locator('.ticket-act').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top))
    expect(tops).toHaveLength(3)
    expect(new Set(tops).size).toBe(1)
  })
})

describe('an inner page', () => {
  const shared = aSharedVisitor()

  test.each(layoutDemos)('of %s has an aligned header', async (alias) => {
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
    // Ledger's list has a column of its own beside the text.
    const [text, name] = alias === 'eleanor' ? ['main .plate-list .main', '.bearer b'] : ['main .plate-list', '.bearer']
    const [page, bearer, icon] = [await edges(text), await edges(name), await edges('.head-menu svg')]
    const gutterPx = 20
    expect(Math.abs(bearer.left - page.left)).toBeLessThan(2)
    expect(Math.abs(icon.right - (390 - gutterPx))).toBeLessThan(4)
  })
})

describe('the printed card', () => {
  const letter = { width: 816, height: 1056 }
  const shared = aSharedVisitor({ on: 'desktop', viewport: letter })

  test.each(layoutDemos)('of %s has name, numbers, addresses and code, and no controls', async (alias) => {
    const { page, open } = await shared()
    await page.emulateMedia({ media: 'screen' })
    await open(cardHref({ alias }, 'home'))
    const main = page.getByRole('main')
    const numbers = await main.locator('.row-value').allTextContents()
    expect(numbers.length).toBeGreaterThan(3)
    await page.emulateMedia({ media: 'print' })

    const code = main.getByRole('img', { name: /QR/i })
    const square = (await code.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    const parts = [main.getByRole('heading', { level: 1 }), ...numbers.map((text) => main.getByText(text, { exact: true }))]
    for (const part of [
      code,
      ...parts,
      main.getByText(/@[a-z]+\.(com|example)$/),
      main.getByText(/, [A-Z]{2} \d{5}/),
      main.getByText(`/${alias}`),
    ]) {
      const box = await part.first().boundingBox()
      expect(box, String(part)).not.toBeNull()
      const { x, y, width, height } = box ?? { x: 0, y: 0, width: 0, height: 0 }
      expect(x >= 0 && y >= 0 && x + width <= letter.width && y + height <= letter.height, String(part)).toBe(true)
      const isBeside = x + width <= square.x || x >= square.x + square.width
      const isAboveOrBelow = y + height <= square.y || y >= square.y + square.height
      expect(part === code || isBeside || isAboveOrBelow, `${part} is clear of the code`).toBe(true)
    }
    await expect.poll(() => code.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
    for (const role of ['button', 'navigation', 'dialog'] as const) expect(await page.getByRole(role).count(), role).toBe(0)
  })
})

/** Presses Tab through the whole page and checks that each focus stop is visible. */
async function tabThroughPage({ page }: Visitor) {
  const steps: { name: string; isFocusVisible: boolean }[] = []
  for (let tabs = 0; tabs < 80; tabs++) {
    await page.keyboard.press('Tab')
    const step = await page.evaluate(() => {
      const here = document.activeElement
      if (here === null || here === document.body) return null
      const style = getComputedStyle(here)
      const { width, height, right, bottom } = here.getBoundingClientRect()
      const isOnScreen = width > 0 && height > 0 && right > 0 && bottom > 0
      // A link that covers its row has its focus ring around the row.
      const isMarked =
        [style, getComputedStyle(here, '::after')].some(({ outlineStyle }) => outlineStyle !== 'none') || style.boxShadow !== 'none'
      return { name: (here.getAttribute('aria-label') ?? here.textContent).trim().slice(0, 40), isFocusVisible: isOnScreen && isMarked }
    })
    if (step === null) return steps
    steps.push(step)
  }
  return steps
}

/** Text is first drawn in a font of the device, stretched to the width of the web font. */
const hasFallbackFont = () =>
  new FontFace('fallback', `local('Arial'), local('Liberation Sans')`).load().then(
    () => true,
    () => false,
  )
