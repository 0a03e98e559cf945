import { describe, expect, test } from 'vitest'
import { cardHref, sideHref } from '#contract/pages.ts'
import { aCard } from '../factories/cards.ts'
import { siteApp } from '../harness/site-app.ts'
import { findAccessibilityIssues } from '../harness/find-accessibility-issues.ts'
import { signedIn } from '../harness/signed-in.ts'
import { aVisitor } from '../harness/visitor.ts'

const app = await siteApp()

async function anOwner({ card: options = {}, ...device }: { card?: Parameters<typeof aCard>[1] } & Parameters<typeof aVisitor>[0] = {}) {
  const card = await aCard(app.deps, options)
  const owner = await signedIn(app, card.id)
  const visitor = await aVisitor({ on: 'desktop', ...device })
  await visitor.setSession(owner.cookie)
  const status = await visitor.open(sideHref(card.alias, 'emailSignature'))
  return { card, status, page: visitor.page, visitor, [Symbol.asyncDispose]: () => visitor[Symbol.asyncDispose]() }
}

type Owner = Awaited<ReturnType<typeof anOwner>>

/** Reading the clipboard and running axe parse and copy elements, whose inline styles the page's policy rejects. Other errors still fail. */
const refusedStyles = /^Applying inline style/

/** The two formats that a mail program gets from the clipboard. */
const readClipboard = ({ page, visitor }: Owner) => {
  visitor.allow(refusedStyles)
  return page.evaluate(async () => {
    // Unsanitized: browsers sanitize what a page reads, but not what a mail program reads.
    const items: ClipboardItem[] = await Reflect.apply(navigator.clipboard.read, navigator.clipboard, [{ unsanitized: ['text/html'] }])
    const item = items[0]
    const read = async (type: string) => (await item?.getType(type))?.text() ?? ''
    return { html: await read('text/html'), text: await read('text/plain') }
  })
}

const waitForStatus = ({ page }: Owner, words: string) => page.getByRole('status').filter({ hasText: words }).waitFor({ state: 'attached' })

function accessibilityIssuesOf({ page, visitor }: Owner) {
  visitor.allow(refusedStyles)
  return findAccessibilityIssues(page)
}

describe('ACCOUNT-4 the email signature', () => {
  test('is copied as rich and plain text; the chosen options are stored on the device', async () => {
    await using owner = await anOwner({ permissions: ['clipboard-read', 'clipboard-write'] })
    const { page, card } = owner
    await page.getByRole('radio', { name: 'Banner' }).check()
    await page.getByRole('switch', { name: 'QR code' }).check()
    await page.getByRole('checkbox', { name: /555-0102/ }).uncheck()
    await page.getByRole('button', { name: 'Copy signature' }).click()
    await waitForStatus(owner, 'Signature copied.')

    const { html, text } = await readClipboard(owner)
    expect(text.split('\n').slice(0, 2)).toEqual(['Ada Winter', 'Broker, Winter & Daughters'])
    expect(text).toContain(cardHref(card, 'home'))
    expect(text).not.toContain('555-0102')
    expect(html).toMatch(/^(<meta [^>]*>)?<table/)
    expect(html).toContain('mso-line-height-rule:exactly')
    expect(html).toContain('(207) 555-0101')
    expect(html).not.toContain('555-0102')
    expect(html.match(/<img /g)).toHaveLength(2)

    await page.reload()
    await expect.poll(() => page.getByRole('radio', { name: 'Banner' }).isChecked()).toBe(true)
    await expect.poll(() => page.getByRole('checkbox', { name: /555-0102/ }).isChecked()).toBe(false)
  })

  test('shows what is copied: the same pictures, which load, and the same words', async () => {
    await using owner = await anOwner()
    const { page } = owner
    const preview = page.getByRole('region', { name: 'Preview' })
    await page.getByRole('switch', { name: 'QR code' }).check()
    await preview.getByRole('img', { name: 'QR code that opens the card' }).waitFor()
    const sizes = () =>
      preview.locator('img').evaluateAll((all) => all.map((one) => one instanceof HTMLImageElement && one.naturalWidth > 0))
    await expect.poll(sizes).toEqual([true, true])
    await preview.getByRole('link', { name: /^View my card/ }).waitFor()
    expect(await accessibilityIssuesOf(owner)).toEqual([])
    await page.getByRole('radio', { name: 'Dark' }).check()
    await page.locator('summary', { hasText: 'HTML code' }).click()
    expect(await accessibilityIssuesOf(owner)).toEqual([])
    await page.getByRole('radio', { name: 'Quiet' }).check()
    await expect.poll(() => preview.locator('img').count()).toBe(1)
  })

  test('has steps for each mail program, and closes them by keyboard', async () => {
    await using owner = await anOwner()
    const { page } = owner
    for (const program of ['Gmail', 'Outlook', 'Apple Mail']) {
      await page.getByRole('button', { name: program, exact: true }).press('Enter')
      const sheet = page.getByRole('dialog', { name: `Paste it into ${program}` })
      await sheet.waitFor()
      expect(await sheet.getByRole('listitem').count()).toBeGreaterThanOrEqual(3)
      await page.keyboard.press('Escape')
      await sheet.waitFor({ state: 'hidden' })
    }
  })

  test('is there as HTML to copy without scripts', async () => {
    await using owner = await anOwner({ javaScriptEnabled: false })
    const { page } = owner
    await page.locator('summary', { hasText: 'HTML code' }).click()
    expect(await page.getByRole('textbox', { name: 'HTML code' }).inputValue()).toMatch(/^<table .*Ada Winter/)
    expect(await page.getByRole('button', { name: 'Copy signature' }).count()).toBe(0)
  })

  test('recommends a computer on a phone, and works there too', async () => {
    await using owner = await anOwner({ on: 'narrow', permissions: ['clipboard-read', 'clipboard-write'] })
    const { page } = owner
    await page.getByText('Best done on a computer', { exact: true }).waitFor()
    expect(await page.getByRole('link', { name: 'Email me the link' }).getAttribute('href')).toMatch(/^mailto:owner-/)
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    expect(await accessibilityIssuesOf(owner)).toEqual([])
    await page.getByRole('button', { name: 'Copy signature' }).click()
    await waitForStatus(owner, 'Signature copied.')
    expect((await readClipboard(owner)).text).toMatch(/^Ada Winter/)
  })

  test('without its permission tells the owner what enables it', async () => {
    await using owner = await anOwner({ card: { plan: 'FREE' } })
    expect(owner.status).toBe(403)
    await owner.page.getByRole('heading', { name: 'Email signatures are a PRO feature' }).waitFor()
    expect(await owner.page.getByRole('button', { name: 'Copy signature' }).count()).toBe(0)
    expect(await findAccessibilityIssues(owner.page)).toEqual([])
    expect(await owner.page.getByRole('link', { name: 'Upgrade to Pro' }).getAttribute('href')).toContain('change_subscription=yes')
  })

  test('asks anonymous visitors to log in; another owner’s card looks unknown', async () => {
    const other = await aCard(app.deps)
    await using owner = await anOwner()
    for (const alias of ['maren', other.alias]) {
      const target = sideHref(alias, 'emailSignature')
      await owner.visitor.open(target)
      const { pathname, searchParams } = new URL(owner.page.url())
      expect([pathname, searchParams.get('from')]).toEqual([sideHref(alias, 'login'), target])
    }
    await using visitor = await aVisitor()
    await visitor.open(sideHref('maren', 'emailSignature'))
    expect(new URL(visitor.page.url()).pathname).toBe(sideHref('maren', 'login'))
  })
})
