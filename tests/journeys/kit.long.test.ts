import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildKit } from '../../lab/kit/build-kit.ts'
import { findAccessibilityIssues, inBothSchemes } from '../harness/find-accessibility-issues.ts'
import { aVisitor, type Visitor } from '../harness/visitor.ts'

const sizes = { phone: { width: 390, height: 844 }, desktop: { width: 1440, height: 900 } }
type On = keyof typeof sizes
const visitors = new Map<On, Visitor>()
let html = ''
beforeAll(async () => {
  html = await buildKit()
})
afterAll(async () => {
  for (const visitor of visitors.values()) await visitor[Symbol.asyncDispose]()
})

/** The page begins again for each test, in one window for each size. */
async function openKit(on: On, { width = sizes[on].width, ...media }: Parameters<Page['emulateMedia']>[0] & { width?: number } = {}) {
  const visitor = visitors.get(on) ?? (await aVisitor({ on }))
  visitors.set(on, visitor)
  const { page } = visitor
  await page.mouse.move(0, 0)
  await page.setViewportSize({ ...sizes[on], width })
  await page.emulateMedia({ colorScheme: null, forcedColors: null, ...media })
  await page.setContent(html)
  await page.getByRole('heading', { name: 'The kit' }).waitFor()
  await page.evaluate(() => document.fonts.ready)
  return page
}

/** What is open over the page; the rest of it is checked once. */
const opened = 'dialog[open], [popover]:popover-open'

/** The name of the focused element, as a screen reader would begin. */
const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent.trim())

describe('every part in every state', () => {
  test.each(['phone', 'desktop'] as const)('has no accessibility issue on a %s, light and dark', async (on) => {
    const page = await openKit(on)
    for (const [colorScheme, findIssues] of inBothSchemes) {
      await page.emulateMedia({ colorScheme })
      expect(await findIssues(page), colorScheme).toEqual([])
    }
  })

  test.each([
    [320, 'ltr', '100%'],
    [320, 'rtl', '100%'],
    [390, 'ltr', '200%'],
    [1440, 'rtl', '200%'],
  ])('fits %i px, %s, with text at %s', async (width, dir, fontSize) => {
    const page = await openKit('desktop', { width })
    await page.evaluate(
      (root) => {
        document.documentElement.dir = root.dir
        document.documentElement.style.fontSize = root.fontSize
      },
      { dir, fontSize },
    )

    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    const cut = await page.evaluate(() =>
      [...document.querySelectorAll('.kit :is(.ui-button-face, .ui-field > label, .ui-check > label, .ui-field-note):not(.sr-only)')]
        .filter((part) => part.scrollWidth > part.clientWidth + 1)
        .map((part) => part.textContent),
    )
    expect(cut).toEqual([])
  })

  test('has touch targets of 44 px', async () => {
    const page = await openKit('phone')
    const small = await page.evaluate(() => {
      const controls = [
        ...document.querySelectorAll<HTMLElement>(
          '.ui-button, .ui-icon-button, .ui-input, .ui-tabs a, .ui-segments a, .ui-chips a, .ui-menu-item, .ui-toast button',
        ),
      ]
      return controls
        .filter((control) => control.checkVisibility())
        .filter((control) => {
          const around = getComputedStyle(control, '::after')
          const more = around.position === 'absolute' ? Math.max(0, -2 * Number.parseFloat(around.top || '0')) : 0
          return control.offsetHeight + more < 44
        })
        .map((control) => control.outerHTML)
    })
    expect(small).toEqual([])
  })

  test('has borders in forced colors', async () => {
    const page = await openKit('desktop', { forcedColors: 'active' })
    for (const part of ['.ui-button.primary', '.ui-input', '.ui-panel', '.ui-banner'])
      expect(
        await page
          .locator(part)
          .first()
          .evaluate((element) => getComputedStyle(element).borderTopWidth),
        part,
      ).toBe('1px')
  })
})

describe('by keyboard', () => {
  test('tabs are links in reading order, and the current one says so', async () => {
    const page = await openKit('desktop')
    const tabs = page.getByRole('navigation', { name: 'Card' })
    await tabs.getByRole('link', { name: 'Overview' }).focus()
    await page.keyboard.press('Tab')
    expect(await focused(page)).toBe('Plan and payments')
    await page.keyboard.press('Tab')
    expect(await focused(page)).toBe('Permissions')
    expect(await tabs.locator('[aria-current=page]').allTextContents()).toEqual(['Overview'])
  })

  test('a menu opens at its first item, moves, and returns the focus', async () => {
    const page = await openKit('desktop')
    const opener = page.getByRole('button', { name: 'Actions', exact: true })
    await opener.focus()
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => focused(page)).toBe('My account')
    expect(await opener.getAttribute('aria-expanded')).toBe('true')
    expect(await findAccessibilityIssues(page, opened)).toEqual([])

    const path = []
    for (const key of ['ArrowDown', 'End', 'ArrowDown', 'ArrowUp', 'Home', 'e']) {
      await page.keyboard.press(key)
      path.push(await focused(page))
    }
    expect(path).toEqual(['Email the owner', 'Delete this card…', 'My account', 'Delete this card…', 'My account', 'Email the owner'])

    await page.keyboard.press('Escape')
    expect(await focused(page)).toBe('Actions')
    await expect.poll(() => opener.getAttribute('aria-expanded')).toBe('false')

    await page.keyboard.press('Enter')
    await expect.poll(() => focused(page)).toBe('My account')
    const menu = page.getByRole('menu', { name: 'Actions', exact: true })
    const [at, from] = await Promise.all([menu.boundingBox(), opener.boundingBox()])
    expect(at?.y, 'below its button').toBeGreaterThanOrEqual((from?.y ?? 0) + (from?.height ?? 0))
  })

  test('a dialog focuses its field; Escape and its backdrop close it', async () => {
    const page = await openKit('desktop')
    const opener = page.getByRole('button', { name: 'New label…' })
    await opener.click()
    const dialog = page.getByRole('dialog', { name: 'New label' })
    expect(await dialog.getByLabel('Name').evaluate((field) => field === document.activeElement)).toBe(true)
    expect(await findAccessibilityIssues(page, opened)).toEqual([])

    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    expect(await focused(page)).toBe('New label…')

    await page.keyboard.press('Enter')
    await dialog.waitFor()
    await page.mouse.click(8, 8)
    await dialog.waitFor({ state: 'hidden' })
    expect(await focused(page)).toBe('New label…')
  })

  test('a side sheet focuses its title; its closing link only navigates without scripts', async () => {
    const page = await openKit('desktop')
    await page.getByRole('button', { name: 'Open a contact' }).click()
    const dialog = page.getByRole('dialog', { name: 'Tobias Wren' })
    expect(await focused(page)).toBe('Tobias Wren')
    expect(await findAccessibilityIssues(page, opened)).toEqual([])
    const box = await dialog.boundingBox()
    expect((box?.x ?? 0) + (box?.width ?? 0), 'at the end of the line').toBe((page.viewportSize()?.width ?? 0) - 24)
    await dialog.getByRole('link', { name: 'Close' }).click()
    await dialog.waitFor({ state: 'hidden' })
    expect(await focused(page)).toBe('Open a contact')
  })

  test('a popover sheet opens and closes without scripts and returns the focus', async () => {
    const page = await openKit('phone')
    const opener = page.getByRole('button', { name: 'Paste in Gmail' })
    await opener.focus()
    await page.keyboard.press('Enter')
    const sheet = page.getByRole('dialog', { name: 'Paste in Gmail' })
    await sheet.waitFor()
    expect(await findAccessibilityIssues(page, opened)).toEqual([])
    const box = await sheet.boundingBox()
    expect((box?.y ?? 0) + (box?.height ?? 0), 'a sheet from the bottom').toBe(page.viewportSize()?.height)
    await sheet.getByRole('button', { name: 'Close' }).press('Enter')
    await sheet.waitFor({ state: 'hidden' })
    expect(await focused(page)).toBe('Paste in Gmail')
  })

  test('a danger dialog focuses its title and requires the typed word', async () => {
    const page = await openKit('phone')
    await page.getByRole('button', { name: 'Delete for good…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete Maren Holloway’s card?' })
    expect(await focused(page)).toBe('Delete Maren Holloway’s card?')
    const confirm = dialog.getByRole('button', { name: 'Delete card' })
    expect(await confirm.isDisabled()).toBe(true)
    await dialog.getByLabel('Type maren to delete').fill('Maren')
    expect(await confirm.isEnabled()).toBe(true)
    expect(await findAccessibilityIssues(page, opened)).toEqual([])
    const box = await dialog.boundingBox()
    expect((box?.y ?? 0) + (box?.height ?? 0), 'a sheet from the bottom').toBe(page.viewportSize()?.height)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'hidden' })
  })

  test('a toast says what happened and offers undo', async () => {
    const page = await openKit('desktop')
    await page.getByRole('button', { name: 'Erase contact' }).click()
    const status = page.getByRole('status').filter({ hasText: 'Contact erased' })
    await status.waitFor({ state: 'attached' })
    await page.locator('.ui-toast-place').getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => page.getByRole('status').allTextContents()).toContain('It’s back')
  })
})
