import { describe, expect, test } from 'vitest'
import { pagePx, qrPx, reviewClampLines } from '#contract/constants.ts'
import { aCard } from '../factories/cards.ts'
import { siteApp } from '../harness/site-app.ts'
import { signedIn } from '../harness/signed-in.ts'
import { aSharedVisitor, aVisitor, type Visitor } from '../harness/visitor.ts'
import { layoutDemos } from '../samples/layout-demos.ts'

const app = await siteApp()

const boxOf = async ({ page }: Visitor, selector: string) => {
  const { width = 0, height = 0 } = (await page.locator(selector).first().boundingBox()) ?? {}
  return { width: Math.round(width), height: Math.round(height) }
}

describe('About', () => {
  const words = 'I grew up by the ferry.\n\nI know which windows stick.'

  test('ABOUT-1 shows the bio and a share button', async () => {
    const { alias } = await aCard(app.deps, { bio: words })
    await using visitor = await aVisitor()
    const { page } = visitor
    expect(await visitor.open(`/${alias}/about`)).toBe(200)
    expect(await page.locator('.own-words p').allInnerTexts()).toEqual(words.split('\n\n'))
    await page.locator('main').getByRole('button', { name: 'Share' }).click()
    await page.getByRole('dialog', { name: 'Share' }).waitFor()
  })

  test('ABOUT-1 has neither without the permission: not in the page, not in its data', async () => {
    const { alias } = await aCard(app.deps, { bio: words, revokedRights: ['About'] })
    await using visitor = await aVisitor()
    await visitor.open(`/${alias}/about`)
    expect(new URL(visitor.page.url()).pathname).toBe(`/${alias}/about-restricted-access`)
    expect(await (await app.fetch(new Request(`http://localhost/remote/api/public/e-card-by-alias/${alias}`))).text()).not.toContain(
      'ferry',
    )
  })
})

describe.each(['en-US', 'fr-CA', 'fr-FR', 'ro'])('in %s', (locale) => {
  const shared = aSharedVisitor({ on: 'narrow', locale })

  test.each(layoutDemos)('each label of the dock of %s is on one line of 320 pixels', async (alias) => {
    const { page, open } = await shared()
    await open(`/${alias}/home`)
    const lines = await page.locator('.dock :is(a, button)').evaluateAll((labels) =>
      labels.map((label) => {
        const range = document.createRange()
        range.selectNodeContents(label.lastChild ?? label)
        return range.getClientRects().length
      }),
    )
    expect(lines).toEqual([1, 1, 1, 1])
  })
})

describe('THEME-2 the dimensions of the layouts', () => {
  test('THEME-2 on a very wide screen scene, plate and code have their maximum sizes', async () => {
    await using visitor = await aVisitor({ on: 'desktop', viewport: { width: 1900, height: 1000 } })
    await visitor.open('/maren/home')
    expect((await boxOf(visitor, '.scene')).width).toBe(pagePx.content)
    expect((await boxOf(visitor, '.plate')).width).toBe(pagePx.cards)
    expect(await boxOf(visitor, 'img[src*="/client-qr/"]')).toEqual({ width: qrPx.page, height: qrPx.page })
  })

  test('THEME-2 the menu’s panel is never wider than the screen', async () => {
    await using wide = await aVisitor({ viewport: { width: 900, height: 800 } })
    await using narrow = await aVisitor({ on: 'narrow' })
    for (const [visitor, width] of [
      [wide, pagePx.menuPanel],
      [narrow, 320],
    ] as const) {
      await visitor.open('/maren/home')
      await visitor.page.getByRole('button', { name: 'Open menu' }).click()
      await visitor.page.getByRole('dialog', { name: 'Menu' }).waitFor()
      await expect.poll(() => boxOf(visitor, '#menu')).toMatchObject({ width })
    }
  })

  test('THEME-2 a long review is cut off after a number of lines', async () => {
    await using visitor = await aVisitor()
    await visitor.open('/maren/reviews')
    const cut = await visitor.page
      .locator('.review-text')
      .evaluateAll((texts) =>
        texts
          .filter((text) => text.scrollHeight > text.clientHeight)
          .map((text) => Math.round(text.clientHeight / Number.parseFloat(getComputedStyle(text).lineHeight))),
      )
    expect(new Set(cut)).toEqual(new Set([reviewClampLines]))
  })

  test('THEME-2 a toggle has one size everywhere', async () => {
    const card = await aCard(app.deps)
    const owner = await signedIn(app, card.id)
    await using visitor = await aVisitor()
    await visitor.setSession(owner.cookie)
    for (const path of [`/${card.alias}/my-account`, `/account/edit/${card.alias}/home`]) {
      await visitor.open(path)
      expect(await boxOf(visitor, ':is(.ui-knob, .ui-switch > input)'), path).toEqual(pagePx.toggle)
    }
  })
})
