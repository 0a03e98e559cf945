import { describe, expect, test } from 'vitest'
import { pathTo } from '#common/path-to.ts'
import { aCard } from '../factories/cards.ts'
import { siteApp } from '../harness/site-app.ts'
import { eventually } from '../harness/eventually.ts'
import { recordMessages } from '../harness/record-messages.ts'
import { signedIn } from '../harness/signed-in.ts'
import { theSite } from '../harness/the-site.ts'
import { aVisitor, hydrate } from '../harness/visitor.ts'
import { anOwner } from './account-steps.ts'
import { services, shortening, sheet } from './sharing-steps.ts'
import { findAccessibilityIssues } from '../harness/find-accessibility-issues.ts'
import { button, waitForSection } from './editor-steps.ts'

const app = await siteApp()

describe('the share sheet', () => {
  test('SHARE-5 says so if copying is refused', async () => {
    await using visitor = await aVisitor()
    await visitor.page.addInitScript(() => {
      Object.defineProperty(navigator, 'clipboard', { value: { writeText: () => Promise.reject(new Error('refused')) } })
      document.execCommand = () => false
    })
    const showsMessage = await recordMessages(visitor.page)
    await visitor.open('/maren/home')
    await hydrate(visitor.page)
    await visitor.page.getByRole('button', { name: 'Share' }).click()
    await sheet(visitor).getByRole('button', { name: 'Copy link' }).click()
    for (const where of ['toast', 'alert'] as const) await showsMessage(where, 'Error!')
    expect(await sheet(visitor).isVisible()).toBe(true)
  })

  test('SHARE-3 offers visitors the login and, without AdvancedShare, the owner PRO', async () => {
    const free = await aCard(app.deps, { plan: 'FREE' })
    await using visitor = await aVisitor()
    await visitor.open('/maren/home')
    await visitor.page.getByRole('button', { name: 'Share' }).click()
    expect(
      await sheet(visitor)
        .getByRole('link', { name: /log in for more/i })
        .getAttribute('href'),
    ).toContain('/maren/login')
    await visitor.open(`/${free.alias}/home`)
    await visitor.page.getByRole('button', { name: 'Share' }).click()
    await sheet(visitor)
      .getByRole('link', { name: /log in for more/i })
      .waitFor()
    await sheet(visitor).getByRole('link', { name: 'Text', exact: true }).waitFor()

    await visitor.setSession((await signedIn(app, free.id)).cookie)
    await visitor.page.reload()
    await visitor.page.getByRole('button', { name: 'Share' }).first().click()
    await sheet(visitor).getByText('Upgrade to PRO').waitFor()
  })
})

describe('a sheet over the card, by keyboard', () => {
  test('closes when the focus leaves it, and returns the focus to its opener', async () => {
    await using visitor = await aVisitor()
    const { page } = visitor
    // Before the deferred part loads: an owner may delay it by up to ten minutes.
    const { alias } = await aCard(app.deps, { settings: { connectClientsSetting: { timeout: 600 } } })
    await visitor.open(`/${alias}/connect`)
    await hydrate(visitor.page)
    expect(await page.locator('.connection').count()).toBe(0)
    for (const id of ['share', 'menu']) {
      const opener = page.locator(`[popovertarget="${id}"]:visible`).first()
      const open = page.locator(`#${id}:popover-open`)
      await opener.press('Enter')
      await open.waitFor()
      await page.keyboard.press('Tab')
      await page.keyboard.press('Escape')
      await open.waitFor({ state: 'detached' })
      await eventually(async () => expect(await opener.evaluate((button) => button === document.activeElement)).toBe(true))

      await opener.press('Enter')
      await open.waitFor()
      for (let step = 0; step < 40 && (await open.count()) > 0; step++) await page.keyboard.press('Tab')
      expect(await open.count()).toBe(0)
      expect(await page.evaluate(() => document.activeElement?.closest('[popover]') ?? null)).toBeNull()
    }
  })
})

describe('sharing a service', () => {
  test('CON-1 has Open, Copy and Share, except WhatsApp; the card’s own link is first', async () => {
    const { alias } = await aCard(app.deps, { services })
    await using visitor = await aVisitor()
    await visitor.open(`/${alias}/connect`)
    await hydrate(visitor.page)
    const { page } = visitor
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Connect with Me')
    const row = (name: string) => page.getByRole('listitem').filter({ hasText: name })
    expect(await row('Instagram').getByRole('link', { name: /open/i }).getAttribute('href')).toBe('https://instagram.com/ada')
    expect(await row('Instagram').getByRole('button', { name: /copy/i }).count()).toBe(1)
    expect(await row('Instagram').getByRole('button', { name: /share/i }).count()).toBe(1)
    expect(await row('Whatsapp').getByRole('button', { name: /share/i }).count()).toBe(0)
    expect(await page.getByRole('main').textContent()).toContain(`/${alias}`)
  })

  test('SHARE-4 without switch and experiment, or on failure, shares the long link', async () => {
    const plain = await aCard(app.deps, { services })
    const failing = await aCard(app.deps, { services, experiments: shortening })
    await using visitor = await aVisitor()
    await visitor.page.route('**/shorten-url/**', (route) =>
      route.fulfill({ status: 200, contentType: 'text/html', body: '<p>not a link</p>' }),
    )
    for (const { alias } of [plain, failing]) {
      await visitor.open(`/${alias}/connect`)
      await hydrate(visitor.page)
      await visitor.page.getByRole('button', { name: /share.*instagram/i }).click()
      await eventually(async () => expect(await sheet(visitor).getByRole('textbox').inputValue()).toContain('instagram.com/ada'))
    }
  })

  test('RME-1 RME-2 shares a review site with its request text, if it has a link', async () => {
    const { alias } = await aCard(app.deps, {
      services: [...services, { gradeServiceId: 33, directLink: '' }],
      reviewBySmsBody: 'Smith & Sons would love a line',
    })
    await using visitor = await aVisitor()
    await visitor.open(`/${alias}/review`)
    await hydrate(visitor.page)
    const main = visitor.page.getByRole('main')
    expect(await main.getByRole('link', { name: /yelp/i }).first().getAttribute('href')).toBe('https://yelp.com/writeareview/ada')
    expect(await main.getByText('No link yet').count()).toBe(0)
    await main.getByRole('button', { name: /share.*yelp/i }).click()
    const text = sheet(visitor).getByRole('link', { name: 'Text', exact: true })
    await eventually(async () =>
      expect(decodeURIComponent((await text.getAttribute('href')) ?? '')).toContain('https://yelp.com/writeareview/ada'),
    )
    expect(decodeURIComponent((await text.getAttribute('href')) ?? '').split('body=')[1]).not.toContain('&')
  })
})

describe('the page that saves the contact', () => {
  test('VC-1 lists what the file contains, links to it, and links to the website', async () => {
    await using visitor = await aVisitor()
    await visitor.open('/maren/v-card')
    const main = visitor.page.getByRole('main')
    expect(await main.getByRole('heading', { level: 1 }).textContent()).toBe('Add To Contacts')
    const file = main.getByRole('link', { name: /add to contacts/i })
    const answer = await fetch(new URL((await file.getAttribute('href')) ?? '', theSite().url))
    expect(answer.headers.get('content-type')).toContain('text/vcard')
    expect(await main.getByRole('link', { name: /view my website/i }).getAttribute('href')).toMatch(/^https:/)
  })

  test('VC-1 inside another app, which loses files, says how to leave it first', async () => {
    const userAgent = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Instagram 400.0.0'
    await using visitor = await aVisitor({ userAgent })
    await visitor.open('/maren/v-card')
    await visitor.page
      .getByRole('main')
      .getByText(/browser/i)
      .first()
      .waitFor()
    expect(await visitor.page.getByRole('button', { name: /copy/i }).first().isVisible()).toBe(true)
  })
})

test('SHARE-7 offline, the owner’s dialog says so and loads once the network is back', async () => {
  await using owner = await anOwner('/account')
  const { page } = owner
  owner.allow(/503/)
  const isRead = `**${pathTo('cards.read', { alias: owner.cards[0]?.alias ?? '' })}`
  await page.route(isRead, (route) => route.fulfill({ status: 503 }))
  const dialog = page.getByRole('dialog', { name: 'Share my card' })
  await hydrate(page)
  await page.getByRole('navigation', { name: 'Shortcuts' }).getByRole('link', { name: 'Share' }).click()
  await dialog.getByText('Nothing was lost. Check your connection and try again.').waitFor()
  await page.context().setOffline(true)
  await dialog.getByText('You need to be online for this. We’ll retry automatically.').waitFor()
  expect(await dialog.getByRole('img', { name: /QR/ }).count()).toBe(0)
  await page.unroute(isRead)
  await page.context().setOffline(false)
  await dialog.getByRole('img', { name: /QR/ }).waitFor()
})

describe('sharing from the owner’s pages', () => {
  test('SHARE-7 opens over the page; Escape, Close and Back return; announces copies', async () => {
    await using owner = await anOwner('/account', { on: 'desktop', permissions: ['clipboard-read', 'clipboard-write'] })
    const { page } = owner
    const dialog = page.getByRole('dialog', { name: 'Share my card' })
    const opener = page.getByRole('main').getByRole('link', { name: 'Share my card' }).first()
    await hydrate(page)
    const closings = {
      Escape: () => page.keyboard.press('Escape'),
      Close: () => dialog.getByRole('link', { name: 'Close' }).click(),
      Back: () => page.goBack(),
    }
    for (const [name, close] of Object.entries(closings)) {
      await opener.click()
      expect(await dialog.getByRole('textbox').inputValue(), name).toMatch(new RegExp(`/${owner.cards[0]?.alias}$`))
      expect(new URL(page.url()).search, name).toBe('?share')
      expect(await findAccessibilityIssues(page), name).toEqual([])
      await close()
      await dialog.waitFor({ state: 'hidden' })
      await page.waitForURL(/\/account$/)
      await eventually(async () => expect(await opener.evaluate((link) => link === document.activeElement), name).toBe(true))
    }

    const showsMessage = await recordMessages(page)
    for (const path of ['privacy', 'subscription']) {
      await page.goto(`/account/${path}?share`)
      await hydrate(page)
      await dialog.getByRole('button', { name: 'Copy link' }).click()
      for (const where of ['toast', 'status'] as const) await showsMessage(where, 'Link successfully copied!')
    }
  })

  test('SHARE-7 in the editor, a card that was just turned on is shared', async () => {
    await using owner = await anOwner('/account/edit/ALIAS/card', { cards: [{ eCardEnabled: false }] })
    const { page } = owner
    const dialog = page.getByRole('dialog', { name: 'Share my card' })
    const opener = page.getByRole('navigation', { name: 'Shortcuts' }).getByRole('link', { name: 'Share' })
    await waitForSection(page)
    await opener.click()
    await dialog.getByText('Your card is off. Visitors only see a notice.').waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await page.getByText('This card is on', { exact: true }).click()
    await button(page, 'Publish').click()
    await expect.poll(() => button(page, 'Publish').count()).toBe(0)

    const isRead = `**${pathTo('cards.read', { alias: owner.cards[0]?.alias ?? '' })}`
    owner.allow(/503/)
    await page.route(isRead, (route) => route.fulfill({ status: 503 }))
    await opener.click()
    await dialog.getByText('Nothing was lost. Check your connection and try again.').waitFor()
    expect(await findAccessibilityIssues(page)).toEqual([])
    await page.unroute(isRead)
    await dialog.getByRole('link', { name: 'Try again' }).click()
    await dialog.getByRole('img', { name: /QR/ }).waitFor()
  })
})
