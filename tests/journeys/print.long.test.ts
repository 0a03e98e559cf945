import jsqr from 'jsqr'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { ownerHref } from '#contract/pages.ts'
import { findAccessibilityIssues } from '../harness/find-accessibility-issues.ts'
import { theSite } from '../harness/the-site.ts'
import { hydrate } from '../harness/visitor.ts'
import { anOwner, pagesOf, preview, type Owner } from './print-steps.ts'

/** Running axe copies elements, whose inline styles the page's policy rejects. */
const refusedStyles = /^Applying inline style/

/** A code on the page as it is printed, in the place of one of its pieces. */
async function scan({ page }: Owner, piece: number): Promise<string | undefined> {
  await page.emulateMedia({ media: 'print' })
  const place = page.locator('.print-sheet use').nth(piece)
  const picture = await place.screenshot()
  const { left, top, width, box } = await place.evaluate((use: SVGUseElement) => {
    const [code, matrix] = [use.ownerSVGElement?.querySelector<SVGSVGElement>('.print-code'), use.getScreenCTM()]
    if (!code || !matrix) throw new Error('no code')
    const [x, y, side] = [code.x.baseVal.value, code.y.baseVal.value, code.width.baseVal.value]
    const [from, to] = [new DOMPoint(x, y).matrixTransform(matrix), new DOMPoint(x + side, y + side).matrixTransform(matrix)]
    const { x: boxX, y: boxY, width: box } = use.getBoundingClientRect()
    return { left: Math.min(from.x, to.x) - boxX, top: Math.min(from.y, to.y) - boxY, width: Math.abs(to.x - from.x), box }
  })
  await page.emulateMedia({ media: null })
  // The picture has parts of other pieces too: the box of a piece includes what its photos are cut from.
  const scale = ((await sharp(picture).metadata()).width ?? 0) / box
  const [x, y, side] = [left, top, width].map((one) => Math.round(one * scale)) as [number, number, number]
  const { data, info } = await sharp(picture)
    .extract({ left: x, top: y, width: side, height: side })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  // The package is CommonJS: its export is nested one level deeper than its types say.
  const read = jsqr as unknown as typeof jsqr.default
  return read(new Uint8ClampedArray(data), info.width, info.height)?.data
}

describe('the print page', () => {
  test('PRINT-2 PRINT-3 each format prints one page in its size; its code scans', async () => {
    // Sharp enough for the squares of a small code, and as wide as a sign rider.
    await using owner = await anOwner({ deviceScaleFactor: 3, viewport: { width: 2400, height: 900 } })
    const { page, card } = owner
    await owner.open(ownerHref(card.alias, 'print'))
    await hydrate(page)
    const sizes = { letter: [612, 792], a4: [595, 842] }
    for (const format of ['Name tag', 'Table tent', 'Sticker', 'Sheet of ten']) {
      await page.getByRole('radio', { name: format }).check()
      for (const [paper, size] of Object.entries(sizes)) {
        await page.getByRole('combobox', { name: 'Paper' }).selectOption(paper)
        expect(await pagesOf(owner), `${format} ${paper}`).toEqual([size])
      }
      // The lower face of a tent: the upper one stands on its head.
      expect(await scan(owner, 1), format).toBe(`${theSite().url}/${card.alias}/home?source=qr`)
    }
    await page.getByRole('radio', { name: /Sign rider/ }).check()
    expect(await pagesOf(owner)).toEqual([[24 * 72, 6 * 72]])
    expect(await scan(owner, 0)).toBe(`${theSite().url}/${card.alias}/home?source=qr`)
  })

  test('PRINT-4 texts of any length fit; the page warns of those that are too small', async () => {
    const long = 'Wolfeschlegelsteinhausenbergerdorff'
    await using owner = await anOwner({
      on: 'narrow',
      card: {
        firstName: `Maximiliana ${long}`,
        lastName: `MMMMM WWWWW ${long}`,
        companyName: `${long} & ${long}`,
        emailAddress: `${long}@example.com`,
      },
    })
    const { page, card } = owner
    owner.allow(refusedStyles)
    await owner.open(ownerHref(card.alias, 'print'))
    await hydrate(page)
    for (const format of ['Name tag', 'Table tent', 'Sign rider', 'Sticker', 'Sheet of ten']) {
      await page.getByRole('radio', { name: format }).check()
      const boxes = page.getByRole('checkbox')
      for (const box of await boxes.all()) await box.check()
      const beyond = await preview(owner).evaluate(
        (svg: SVGSVGElement) =>
          [...svg.querySelectorAll('text')].filter((text) => {
            const { x, y, width, height } = text.getBBox()
            const { width: w, height: h } = svg.viewBox.baseVal
            return x < 0 || y < 0 || x + width > w || y + height > h
          }).length,
      )
      expect(beyond, format).toBe(0)
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), format).toBe(true)
      expect(await findAccessibilityIssues(page), format).toEqual([])
    }
    const warnings = page.getByRole('region', { name: 'Checks' }).getByRole('status')
    await warnings.getByText('Some text is long, so it prints very small. Show less, or shorten it.').waitFor()
    await page.getByText(/^Code 0\.9 in wide, scans from 9 in$/).waitFor()
    await page.getByRole('radio', { name: /Sign rider/ }).check()
    await page.getByText('This code works on this computer only').waitFor()
    await warnings.getByText(/^Photo may look blurry at this size: 194 dpi/).waitFor()
    await page.getByRole('radio', { name: /Table tent/ }).check()
    await warnings.getByText(/^Background may look blurry at this size: 180 dpi/).waitFor()
    expect(await warnings.getByText(/^Photo/).count()).toBe(0)
  })

  test.each([
    ['porch', 'Gordon', 'Badgerbond', 'gordon.badgerbond@goodground.com'],
    ['elliman', 'OONA', 'MCDOUGAL', 'OONA.DOUGAL@GOODHOUSE.COM'],
  ])('PRINT-3 no text enters the quiet space of the code: %s', async (eCardTheme, firstName, lastName, emailAddress) => {
    const companyName = 'GOODHOUSE HOUSING HARBOR GROUND'
    await using owner = await anOwner({ card: { eCardTheme, firstName, lastName, emailAddress, companyName } })
    const { page, card } = owner
    await owner.open(ownerHref(card.alias, 'print'))
    await hydrate(page)
    for (const format of ['Name tag', 'Table tent', 'Sign rider', 'Sheet of ten']) {
      await page.getByRole('radio', { name: format }).check()
      for (const box of await page.getByRole('checkbox').all()) await box.check()
      await page.evaluate(() => document.fonts.ready)
      const covering = await preview(owner).evaluate((svg: SVGSVGElement) => {
        const code = svg.querySelector<SVGSVGElement>('.print-code')
        if (!code) return ['no code']
        const [x, y, side] = [code.x.baseVal.value, code.y.baseVal.value, code.width.baseVal.value]
        return [...svg.querySelectorAll('text')]
          .filter((text) => {
            const box = text.getBBox()
            const [baseline, size] = [Number(text.getAttribute('y')), Number(text.getAttribute('font-size'))]
            const isBeside = box.x + box.width <= x || box.x >= x + side
            return !isBeside && baseline > y && baseline - size * 0.75 < y + side
          })
          .map((text) => text.textContent)
      })
      expect(covering, format).toEqual([])
    }
  })
})
