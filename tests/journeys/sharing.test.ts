import { buffer } from 'node:stream/consumers'
import jsqr from 'jsqr'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { aCard } from '../factories/cards.ts'
import { siteApp } from '../harness/site-app.ts'
import { eventually } from '../harness/eventually.ts'
import { recordMessages } from '../harness/record-messages.ts'
import { theSite } from '../harness/the-site.ts'
import { aVisitor, hydrate } from '../harness/visitor.ts'
import { anOwner } from './account-steps.ts'
import { services, shortening, sheet } from './sharing-steps.ts'

const app = await siteApp()

describe('the share sheet', () => {
  test('SHARE-1 shares the card by text, email, WhatsApp and copy, with its link', async () => {
    const { alias } = await aCard(app.deps)
    await using visitor = await aVisitor({ permissions: ['clipboard-read', 'clipboard-write'] })
    const showsMessage = await recordMessages(visitor.page)
    await visitor.open(`/${alias}/home`)
    await hydrate(visitor.page)
    await visitor.page.getByRole('button', { name: 'Share' }).click()
    const link = `${theSite().url}/${alias}?source=share`
    const hrefOf = async (name: string) =>
      decodeURIComponent((await sheet(visitor).getByRole('link', { name, exact: true }).getAttribute('href')) ?? '')
    expect(await hrefOf('Text')).toMatch(/^sms:/)
    expect(await hrefOf('Text')).toContain(link)
    expect(await hrefOf('Email')).toContain(link)
    expect(await hrefOf('WhatsApp')).toContain(link)

    await sheet(visitor).getByRole('button', { name: 'Copy link' }).click()
    // Visible and announced, and only briefly.
    for (const where of ['toast', 'status'] as const) await showsMessage(where, 'Link successfully copied!')
    expect(await visitor.page.evaluate(() => navigator.clipboard.readText())).toBe(link)
    await visitor.page.locator('.ui-toast').waitFor({ state: 'hidden' })
  })

  test('SHARE-2 saves the code as qrcode.png; scanned, it opens the card', async () => {
    await using visitor = await aVisitor()
    await visitor.open('/maren/home')
    await visitor.page.getByRole('button', { name: 'Share' }).click()
    const download = visitor.page.waitForEvent('download')
    await sheet(visitor).getByRole('link', { name: 'Save QR code' }).click()
    const file = await download
    expect(file.suggestedFilename()).toBe('qrcode.png')
    const { data, info } = await sharp(await buffer(await file.createReadStream()))
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    // A CommonJS package: its export is one level deeper than its types say.
    const read = jsqr as unknown as typeof jsqr.default
    expect(read(new Uint8ClampedArray(data), info.width, info.height)?.data).toMatch(/\/maren\/home\?source=qr$/)
  })
})

describe('sharing a service', () => {
  test('CON-2 SHARE-4 shortens the link first, with a spinner, and it redirects back', async () => {
    const { alias } = await aCard(app.deps, { services, experiments: shortening })
    await using visitor = await aVisitor()
    await visitor.open(`/${alias}/connect`)
    await hydrate(visitor.page)
    let requestCount = 0
    let letThrough = () => {}
    const released = new Promise<void>((resolve) => {
      letThrough = resolve
    })
    await visitor.page.route('**/shorten-url/**', async (route) => {
      requestCount++
      await released
      await route.continue()
    })
    await visitor.page.getByRole('button', { name: /share.*instagram/i }).dblclick()
    await visitor.page.getByRole('listitem').filter({ hasText: 'Instagram' }).locator('[aria-busy="true"]').waitFor()
    expect(await sheet(visitor).isVisible()).toBe(false)
    letThrough()
    const link = sheet(visitor).getByRole('textbox')
    await eventually(async () => expect(await link.inputValue()).toMatch(/\/s\/[A-Za-z0-9]{8}$/))
    const redirect = await fetch(`${theSite().url}/s/${(await link.inputValue()).split('/s/')[1]}`, { redirect: 'manual' })
    expect(redirect.headers.get('location')).toBe('https://instagram.com/ada')
    expect(requestCount).toBe(1)
  })
})

describe('sharing from the owner’s pages', () => {
  test('SHARE-7 its address shows it without a script; a card that is off says so', async () => {
    await using owner = await anOwner('/ALIAS/analytics', { javaScriptEnabled: false, cards: [{}, { eCardEnabled: false }] })
    const { page, cards } = owner
    const dialog = page.getByRole('dialog', { name: 'Share my card' })
    await page.getByRole('navigation', { name: 'Shortcuts' }).getByRole('link', { name: 'Share' }).click()
    expect(await dialog.getByRole('link', { name: 'Text' }).getAttribute('href')).toMatch(/^sms:/)
    await dialog.getByRole('img', { name: /QR/ }).waitFor()
    await dialog.getByText('This code works on this computer only').waitFor()
    await dialog.getByRole('link', { name: 'Close' }).click()
    await page.waitForURL(`**/${cards[0]?.alias}/analytics`)
    expect(await dialog.count()).toBe(0)

    await page.goto(`/account?card=${cards[1]?.alias}&share`)
    await dialog.getByText('Your card is off. Visitors only see a notice.').waitFor()
  })
})
