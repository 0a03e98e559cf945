import { describe, expect, test } from 'vitest'
import { cardHref, sideHref } from '#contract/pages.ts'
import { aCard } from '../factories/cards.ts'
import { behindTheSite } from '../harness/behind-the-site.ts'
import { findBarriers } from '../harness/find-barriers.ts'
import { signedIn } from '../harness/signed-in.ts'
import { aVisitor } from '../harness/visitor.ts'

const house = await behindTheSite()

async function anOwner({ card: wishes = {}, ...device }: { card?: Parameters<typeof aCard>[1] } & Parameters<typeof aVisitor>[0] = {}) {
  const card = await aCard(house.needs, wishes)
  const owner = await signedIn(house, card.id)
  const visitor = await aVisitor({ on: 'desktop', ...device })
  await visitor.wear(owner.cookie)
  const status = await visitor.open(sideHref(card.alias, 'emailSignature'))
  return { card, status, page: visitor.page, visitor, [Symbol.asyncDispose]: () => visitor[Symbol.asyncDispose]() }
}

type Owner = Awaited<ReturnType<typeof anOwner>>

/** Reading the clipboard and looking for barriers parse and copy elements, and the page's policy refuses those their styles. What is said before is heard. */
const refusedStyles = /^Applying inline style/

/** What a mail program would be given, of both kinds. */
const pasted = ({ page, visitor }: Owner) => {
  visitor.allow(refusedStyles)
  return page.evaluate(async () => {
    // As it was written: what a page reads is cleaned first, and what a mail program takes is not.
    const items: ClipboardItem[] = await Reflect.apply(navigator.clipboard.read, navigator.clipboard, [{ unsanitized: ['text/html'] }])
    const item = items[0]
    const read = async (type: string) => (await item?.getType(type))?.text() ?? ''
    return { html: await read('text/html'), text: await read('text/plain') }
  })
}

const hearsOf = ({ page }: Owner, words: string) => page.getByRole('status').filter({ hasText: words }).waitFor({ state: 'attached' })

function barriersOf({ page, visitor }: Owner) {
  visitor.allow(refusedStyles)
  return findBarriers(page)
}

describe('ACCOUNT-4 the e-mail signature', () => {
  test('is copied as rich text and as plain text, as it was chosen, and the choice stays on the device', async () => {
    await using owner = await anOwner({ permissions: ['clipboard-read', 'clipboard-write'] })
    const { page, card } = owner
    await page.getByRole('radio', { name: 'Banner' }).check()
    await page.getByRole('switch', { name: 'QR code' }).check()
    await page.getByRole('checkbox', { name: /555-0102/ }).uncheck()
    await page.getByRole('button', { name: 'Copy signature' }).click()
    await hearsOf(owner, 'Signature copied.')

    const { html, text } = await pasted(owner)
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

  test('shows what is copied: the same pictures, which arrive, and the same words', async () => {
    await using owner = await anOwner()
    const { page } = owner
    const preview = page.getByRole('region', { name: 'Preview' })
    await page.getByRole('switch', { name: 'QR code' }).check()
    await preview.getByRole('img', { name: 'QR code that opens the card' }).waitFor()
    const sizes = () =>
      preview.locator('img').evaluateAll((all) => all.map((one) => one instanceof HTMLImageElement && one.naturalWidth > 0))
    await expect.poll(sizes).toEqual([true, true])
    await preview.getByRole('link', { name: /^View my card/ }).waitFor()
    expect(await barriersOf(owner)).toEqual([])
    await page.getByRole('radio', { name: 'Dark' }).check()
    await page.locator('summary', { hasText: 'HTML code' }).click()
    expect(await barriersOf(owner)).toEqual([])
    await page.getByRole('radio', { name: 'Quiet' }).check()
    await expect.poll(() => preview.locator('img').count()).toBe(1)
  })

  test('each mail program has its steps, and the keyboard closes them', async () => {
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

  test('without script the usual one is there as HTML to copy', async () => {
    await using owner = await anOwner({ javaScriptEnabled: false })
    const { page } = owner
    await page.locator('summary', { hasText: 'HTML code' }).click()
    expect(await page.getByRole('textbox', { name: 'HTML code' }).inputValue()).toMatch(/^<table .*Ada Winter/)
    expect(await page.getByRole('button', { name: 'Copy signature' }).count()).toBe(0)
  })

  test('on a phone it says that a desk is better, and works all the same', async () => {
    await using owner = await anOwner({ on: 'narrow', permissions: ['clipboard-read', 'clipboard-write'] })
    const { page } = owner
    await page.getByRole('heading', { name: 'Best done on a computer' }).waitFor()
    expect(await page.getByRole('link', { name: 'Email me the link' }).getAttribute('href')).toMatch(/^mailto:owner-/)
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    expect(await barriersOf(owner)).toEqual([])
    await page.getByRole('button', { name: 'Copy signature' }).click()
    await hearsOf(owner, 'Signature copied.')
    expect((await pasted(owner)).text).toMatch(/^Ada Winter/)
  })

  test('without its right the owner hears what would open it', async () => {
    await using owner = await anOwner({ card: { plan: 'FREE' } })
    expect(owner.status).toBe(403)
    await owner.page.getByRole('heading', { name: 'Email signatures are a PRO feature' }).waitFor()
    expect(await owner.page.getByRole('button', { name: 'Copy signature' }).count()).toBe(0)
    expect(await findBarriers(owner.page)).toEqual([])
    expect(await owner.page.getByRole('link', { name: 'Upgrade to Pro' }).getAttribute('href')).toContain('change_subscription=yes')
  })

  test('somebody who is not signed in logs in and comes back; somebody else’s card looks the same', async () => {
    const other = await aCard(house.needs)
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
