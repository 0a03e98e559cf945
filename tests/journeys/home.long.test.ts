import { layouts } from '#common/layouts.ts'
import { describe, expect, test } from 'vitest'
import type { HomepageKey } from '#contract/cards/drawing.ts'
import { cardHref } from '#contract/pages.ts'
import type { CardFields } from '#contract/cards/stored-card.ts'
import { aCard } from '../factories/cards.ts'
import { siteApp } from '../harness/site-app.ts'
import { aSharedVisitor, aVisitor, resize } from '../harness/visitor.ts'
import { layoutDemos } from '../samples/layout-demos.ts'

const app = await siteApp()
const shared = aSharedVisitor()
const onDesktop = aSharedVisitor({ on: 'desktop' })

describe('the home of a card', () => {
  test.each(layouts)('HOME-1 the $name layout has the one order of all layouts', async ({ theme: eCardTheme }) => {
    const order = ['name', 'title', 'tagLine', 'license', 'company', 'phone'] as const
    const words = { name: 'Ada Winter', title: 'Broker', company: 'Winter & Daughters', phone: '(207) 555-0101' }
    const texts = { ...words, tagLine: 'Doors for all of us.', license: 'BA-1234' }
    const { alias } = await aCard(app.deps, {
      eCardTheme,
      settings: { tagLine: { show: true, text: texts.tagLine }, licenseNumber: { show: true, number: texts.license } },
    })
    const visitor = await shared()
    await visitor.open(cardHref({ alias }, 'home'))
    const main = visitor.page.getByRole('main')
    const places = await Promise.all(
      order.map(async (part) => ({ part, ...(await main.getByText(texts[part]).first().evaluate(startOfText, texts[part])) })),
    )
    const inReadingOrder = places.toSorted((a, b) => (Math.abs(a.bottom - b.bottom) < 6 ? a.left - b.left : a.bottom - b.bottom))
    expect(inReadingOrder.map(({ part }) => part)).toEqual(order)
  })

  test.each<[HomepageKey, string]>([
    ['ShowName', 'Ada Winter'],
    ['ShowTitle', 'Broker'],
    ['ShowCompanyName', 'Winter & Daughters'],
    ['ShowMobilePhone', '(207) 555-0101'],
    ['ShowOfficePhone', '(207) 555-0102'],
    ['ShowDirectPhone', '(207) 555-0103'],
    ['ShowEmailAddress', 'ada@example.com'],
  ])('HOME-2 %s decides whether the home shows “%s”', async (key, words) => {
    const isVisible = async (alias: string) => {
      const visitor = await shared()
      await visitor.open(cardHref({ alias }, 'home'))
      const parts = await visitor.page.getByRole('main').getByText(words, { exact: true }).all()
      const sizes = await Promise.all(parts.map((part) => part.boundingBox()))
      return sizes.some((size) => size !== null && size.width > 1)
    }
    const texts = await aCard(app.deps)
    const hidden = await aCard(app.deps, { settings: { homepage: { [key]: false } } })

    expect(await isVisible(texts.alias)).toBe(true)
    expect(await isVisible(hidden.alias)).toBe(false)
  })

  test.each([
    ['a page', { type: 1, route: 'contact', text: 'Write to me' }, (alias: string) => cardHref({ alias }, 'contact')],
    ['a link', { type: 2, route: 'https://example.com/tour', text: 'Take the tour' }, () => 'https://example.com/tour'],
  ] as const)('HOME-4 a custom action overrides label and target, to %s', async (_, { type, route, text }, target) => {
    const { alias } = await aCard(app.deps, { settings: { triggerAction: { key: 'own', type, route, text } } })
    const visitor = await shared()
    await visitor.open(cardHref({ alias }, 'home'))
    const main = visitor.page.getByRole('main')

    expect(await main.getByRole('link', { name: text }).getAttribute('href')).toBe(target(alias))
    expect(await main.getByRole('link', { name: 'ADD TO CONTACTS' }).count()).toBe(0)
  })

  test('HOME-4 without its permission the action is the default', async () => {
    const triggerAction = { key: 'own', type: 2, route: 'https://example.com/tour', text: 'Take the tour' } as const
    const { alias } = await aCard(app.deps, { plan: 'FREE', settings: { triggerAction } })
    const visitor = await shared()
    await visitor.open(cardHref({ alias }, 'home'))

    expect(await visitor.page.getByRole('link', { name: 'Take the tour' }).count()).toBe(0)
    expect(await visitor.page.getByRole('main').getByRole('link', { name: 'ADD TO CONTACTS' }).count()).toBe(1)
  })

  test.each([true, false])('HOME-5 tag line and license number follow their show flag: %s', async (show) => {
    const { alias } = await aCard(app.deps, {
      settings: { tagLine: { show, text: 'Doors for all of us.' }, licenseNumber: { show, number: 'BA-1234' } },
    })
    const visitor = await shared()
    await visitor.open(cardHref({ alias }, 'home'))

    expect(await visitor.page.getByText('Doors for all of us.').count()).toBe(show ? 1 : 0)
    expect(await visitor.page.getByText('BA-1234').count()).toBe(show ? 1 : 0)
  })

  test('HOME-6 the owner’s alignment and size change the layout', async () => {
    const layoutOf = async (settings: CardFields['settings']) => {
      const { alias } = await aCard(app.deps, { settings })
      const visitor = await shared()
      await visitor.open(cardHref({ alias }, 'home'))
      return await visitor.page.getByRole('heading', { level: 1 }).evaluate((name) => {
        const { textAlign, fontSize } = getComputedStyle(name)
        return { align: textAlign.replace('start', 'left').replace('end', 'right'), size: Number.parseFloat(fontSize) }
      })
    }
    const usual = await layoutOf({})
    const [left, right] = [await layoutOf({ mobileLayoutAlign: 'left' }), await layoutOf({ mobileLayoutAlign: 'right' })]
    const [small, large] = [await layoutOf({ mobileFontSize: 'sm' }), await layoutOf({ mobileFontSize: 'lg' })]
    expect([usual.align, left.align, right.align]).toEqual(['center', 'left', 'right'])
    expect(small.size).toBeLessThan(usual.size)
    expect(large.size).toBeGreaterThan(usual.size)
  })

  test('HOME-9 a team says “us” and “our” where a person says “me” and “my”', async () => {
    const visitor = await shared()
    await visitor.open('/oyelaran/home')
    expect(await visitor.page.getByRole('navigation').getByText('Call us').count()).toBeGreaterThan(0)

    await visitor.open('/maren/home')
    expect(await visitor.page.getByRole('navigation').getByText('Call me').count()).toBeGreaterThan(0)
    expect(await visitor.page.getByText(/\b(us|our)\b/).count()).toBe(0)
  })

  test.each(layoutDemos)('every picture of %s loads', async (alias) => {
    const visitor = await onDesktop()
    await visitor.open(`/${alias}/home`)

    // The load event does not wait for lazy images.
    const missing = () =>
      visitor.page
        .getByRole('img')
        .evaluateAll((pictures) =>
          pictures
            .filter((picture) => picture instanceof HTMLImageElement && !(picture.complete && picture.naturalWidth > 0))
            .map((picture) => picture.outerHTML),
        )
    await expect.poll(missing).toEqual([])
  })

  describe.each(['phone', 'desktop'] as const)('on a %s', (on) => {
    const withoutPictures = aSharedVisitor({ on })

    test.each(layoutDemos)('pictures of %s that fail to load leave initials, not a broken image', async (alias) => {
      const visitor = await withoutPictures()
      const { page } = visitor
      visitor.allow(/net::ERR_FAILED/)
      await page.route(/\/api\/public\/.*image/, (route) => route.abort())
      for (const path of ['reviews', 'contact', 'home'] as const) {
        await visitor.open(cardHref({ alias }, path))
        await expect.poll(() => page.evaluate(brokenImages), { message: path }).toEqual([])
      }
      const initials = page.locator('.portrait .initials')
      await initials.waitFor()
      expect(await initials.innerText()).toMatch(/^\p{Lu}{1,2}$/u)
    })
  })
})

test('without a photo, the atrium layout covers no letter and breaks no word at 320, 390 and 720 px', async () => {
  const { alias } = await aCard(app.deps, { eCardTheme: 'exp', fullName: 'Alexandria Montgomery' })
  await using visitor = await aVisitor()
  const { page } = visitor
  visitor.allow(/ERR_FAILED/)
  await page.route('**/client-image/**', (route) => route.abort())
  for (const one of ['oyelaran', alias]) {
    await visitor.open(`/${one}/home`)
    await page.locator('.portrait .initials').waitFor()
    for (const width of [320, 390, 720]) {
      await resize(page, { width, height: 844 })
      expect(await page.evaluate(findAtriumIssues), `${one} at ${width} px`).toEqual([])
    }
  }
})

test.each(['en-US', 'fr-FR'])('in ledger in %s, labels are left of the double rule, values right of it', async (locale) => {
  const { alias } = await aCard(app.deps, { eCardTheme: 'ledger', fullName: 'Bartholomew Featherstonehaugh' })
  await using visitor = await aVisitor({ locale })
  for (const one of ['eleanor', alias])
    for (const [page, widths] of [
      ['home', [320, 390, 720, 1440]],
      ['contact', [320, 390, 720]],
    ] as const) {
      await visitor.open(`/${one}/${page}`)
      for (const width of widths) {
        await resize(visitor.page, { width, height: 844 })
        expect(await visitor.page.evaluate(findLedgerIssues), `${page} of ${one} at ${width} px`).toEqual([])
      }
    }
})

/** Runs in the page: texts on the wrong side of the rule, and words of the title and numbers that are broken. */
function findLedgerIssues(): string[] {
  const textOf = (element: Element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    return range
  }
  const plate = document.querySelector('.rows, .ways')?.getBoundingClientRect() ?? new DOMRect()
  const margin = Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--margin'))
  if (!(margin > 0)) return ['there is no margin']
  const rule = { left: plate.left + margin, right: plate.left + margin + 4 }
  const all = (selector: string) => [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility())
  const labeled = all('.row small, .ways small')
  if (labeled.length === 0) return ['there are no labels']
  const labels = labeled.filter((label) => {
    const { left, right } = textOf(label).getBoundingClientRect()
    return left < plate.left || right > rule.left
  })
  const values = all('.row-value, .ways a, h1, .role, .firm').filter((value) => textOf(value).getBoundingClientRect().left < rule.right)
  const numbers = all('.main [href^="tel:"]').filter((number) => textOf(number).getClientRects().length > 1)
  const words = (document.querySelector('h1')?.firstChild?.textContent ?? '').matchAll(/\S+/g)
  const broken = [...words].filter(({ 0: word, index }) => {
    const range = document.createRange()
    const node = document.querySelector('h1')?.firstChild
    if (!node) return true
    range.setStart(node, index)
    range.setEnd(node, index + word.length)
    return range.getClientRects().length > 1
  })
  return [
    ...[...labels, ...values].map((element) => `${element.textContent} is across the rule`),
    ...numbers.map((number) => `${number.textContent} is broken`),
    ...broken.map(([word]) => `${word} is broken`),
  ]
}

/** Runs in the page: words that are broken or covered, and parts of the head that stand out of the block. */
function findAtriumIssues(): string[] {
  const boxOf = (selector: string) => document.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect()
  const [block, initials] = [boxOf('.block'), boxOf('.portrait .initials')]
  const [node] = document.querySelector('h1')?.childNodes ?? []
  const issues = ['.head-logo', '.head-menu'].filter((part) => boxOf(part).left < block.left || boxOf(part).right > block.right)
  for (const { 0: word, index } of (node?.textContent ?? '').matchAll(/\S+/g)) {
    const range = document.createRange()
    if (!node) continue
    range.setStart(node, index)
    range.setEnd(node, index + word.length)
    const [line, ...more] = range.getClientRects()
    if (!line || more.length > 0) issues.push(`${word} is broken`)
    else if (line.right > initials.left && line.bottom > initials.top) issues.push(`${word} is covered`)
  }
  return issues
}

/** Runs in the page: the left edge of this text in the element, and its bottom. */
function startOfText(element: Element, text: string) {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const at = node.textContent?.indexOf(text) ?? -1
    if (at < 0) continue
    const range = document.createRange()
    range.setStart(node, at)
    range.setEnd(node, at + text.length)
    const { left, bottom } = range.getBoundingClientRect()
    return { left, bottom }
  }
  throw new Error(`“${text}” is not in one piece.`)
}

/** Runs in the page: visible images that are broken or have not loaded or failed yet. */
function brokenImages() {
  return [...document.images]
    .filter(
      (image) =>
        (image.complete || image.loading !== 'lazy') && image.naturalWidth === 0 && image.checkVisibility() && image.clientWidth > 0,
    )
    .map((image) => image.outerHTML)
}
