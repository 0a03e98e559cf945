import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { PlanCode } from '#contract/billing/plans.ts'
import { aCard } from '../factories/cards.ts'
import { aContact } from '../factories/contacts.ts'
import { siteApp } from '../harness/site-app.ts'
import { findAccessibilityIssues } from '../harness/find-accessibility-issues.ts'
import { signedIn } from '../harness/signed-in.ts'
import { aVisitor, pollAfterLogout } from '../harness/visitor.ts'

const app = await siteApp()

const withoutPrompts = { connectClientsSetting: { enabled: false, timeout: 0 }, skipLoginPrompt: true }
const subscribed = [{ name: 'NotificationsSubscribe', enabled: true }]

/** An app on a device: without tour and announcements. */
async function aDevice({
  isOwner = false,
  plan = 'PRO',
  ...options
}: { isOwner?: boolean; plan?: PlanCode } & Parameters<typeof aVisitor>[0] = {}) {
  const card = await aCard(app.deps, { settings: withoutPrompts, experiments: subscribed, plan })
  const owner = await signedIn(app, card.id)
  const visitor = await aVisitor({ reducedMotion: 'reduce', ...options })
  const { page } = visitor
  // The 401 of the session check is expected in these apps.
  visitor.allow(/401/)
  if (isOwner) await visitor.setSession(owner.cookie)
  await page.addInitScript((key) => {
    if (!localStorage.getItem(key)) localStorage.setItem(key, JSON.stringify({ tourDone: true }))
  }, `card:${card.alias}`)
  await page.route('**/get-stories*', (route) => route.fulfill({ json: [] }))
  const dock = page.getByRole('navigation', { name: 'Shortcuts' })
  return { card, owner, visitor, page, dock, [Symbol.asyncDispose]: () => visitor[Symbol.asyncDispose]() }
}
const query = (address: string) => new URL(address).search

describe('the installed card', () => {
  test('NAV-2 NAV-3 NAV-4 renders as the app before any script: dock and login link', async () => {
    await using device = await aDevice({ javaScriptEnabled: false })
    const { card, page, dock, visitor } = device
    await visitor.open(`/${card.alias}/home?source=pwa`)
    expect((await dock.innerText()).split(/\s+/)).toEqual(['Home', 'Share', 'Contacts'])
    expect(await page.getByRole('navigation', { name: 'Quick contact' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Open menu' }).click()
    const menu = page.getByRole('dialog', { name: 'Menu' })
    await menu.getByRole('link', { name: 'What’s new' }).waitFor()
    expect(await menu.evaluate((panel) => panel.clientWidth <= 450)).toBe(true)
    await page.keyboard.press('Escape')
    await dock.getByRole('link', { name: 'Contacts' }).click()
    expect(page.url()).toContain(`/${card.alias}/login?${new URLSearchParams({ from: `/${card.alias}/my-contacts?source=pwa` })}`)
  })

  test('NAV-3 in its own window becomes the app on hydration without layout shift', async () => {
    await using device = await aDevice()
    const { card, page, dock, visitor } = device
    await page.addInitScript(() => Object.defineProperty(navigator, 'standalone', { value: true }))
    await visitor.open(`/${card.alias}/home`)
    await dock.waitFor()
    await page.getByRole('link', { name: 'Log in' }).waitFor()
    expect(await visitor.layoutShift()).toBeLessThan(0.01)
    await page.getByRole('button', { name: 'Open menu' }).click()
    expect(await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Add To Contacts' }).count()).toBe(0)
    expect(await findAccessibilityIssues(page)).toEqual([])
  })

  test('NAV-5 has the owner’s account menu on the card’s page and the others', async () => {
    await using device = await aDevice({ isOwner: true })
    const { card, owner, page, visitor } = device
    await visitor.open(`/${card.alias}/home?source=pwa`)
    await page.getByRole('button', { name: 'Account menu' }).click()
    const menu = page.getByRole('dialog', { name: 'Account menu' })
    await menu.getByText('Hello, Ada').waitFor()
    expect(await menu.innerText()).toContain(owner.email)
    for (const name of ['Change photo', 'Home', 'Edit card', 'Contacts', 'Inbox', 'Subscription', 'My account', 'Analytics New', 'Log out'])
      expect(await menu.getByRole('link', { name, exact: true }).isVisible(), name).toBe(true)
    expect(await findAccessibilityIssues(page)).toEqual([])

    // Navigation closes it, and the app remains an app.
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Open menu' }).click()
    await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Contact Me' }).click()
    await page.getByRole('heading', { level: 1, name: 'Contact Me' }).waitFor()
    await page.getByRole('button', { name: 'Account menu' }).click()
    await page.goBack()
    await menu.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Account menu' }).waitFor()
  })

  test('NAV-3 NAV-5 ROUTE-8 stays in simulated app mode across pages and counts contacts', async () => {
    await using device = await aDevice({ isOwner: true })
    const { card, page, dock, visitor } = device
    await aContact(app.deps, card.id)
    await visitor.open(`/${card.alias}/home?simulateStandalone=on`)
    await page.getByRole('button', { name: 'Account menu' }).click()
    expect(await page.getByRole('link', { name: 'My account' }).count()).toBe(0)
    await page.keyboard.press('Escape')
    await dock.getByRole('link', { name: 'Contacts 1 new contact' }).click()
    await page.getByRole('heading', { level: 1, name: /My Contacts/ }).waitFor()
    expect(query(page.url())).toBe('?simulateStandalone=on')
    await dock.getByRole('link', { name: 'Share' }).click()
    await page.getByRole('dialog', { name: /Share/ }).waitFor()
    expect(query(page.url())).toBe('?simulateStandalone=on&share')
  })
})

test.each([true, false])('NAV-1 offers PRO in the menu to a free card’s owner only (owner: %s)', async (isOwner) => {
  await using device = await aDevice({ isOwner, plan: 'FREE' })
  const { card, page, visitor } = device
  await visitor.open(`/${card.alias}/home?source=pwa`)
  await page.getByRole('button', { name: 'Open menu' }).click()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await menu.getByText('Free plan').waitFor()
  const offers = menu.getByRole('link', { name: 'Upgrade' })
  expect(await offers.evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual(
    isOwner ? [`/account/subscription?alias=${card.alias}&change_subscription=yes`] : [],
  )
})

describe('HOME-7 the share sheet', () => {
  test('opens on home if the address asks for it, and can be asked for again', async () => {
    await using device = await aDevice()
    const { card, page, visitor } = device
    const sheet = page.getByRole('dialog', { name: /Share/ })
    await visitor.open(`/${card.alias}/home?source=pwa#share`)
    await sheet.waitFor()
    await page.locator('.app-dock').waitFor({ state: 'attached' })
    // After hydration the page knows that it was requested.
    await page.locator('[data-app]').waitFor({ state: 'attached' })
    await page.keyboard.press('Escape')
    await page.waitForFunction(() => location.hash === '')
    await sheet.waitFor({ state: 'hidden' })
    await page.evaluate(() => location.assign('#share'))
    await sheet.waitFor()
    expect(new URL(page.url()).hash).toBe('#share')
  })
})

describe('HOME-3 the connected badge', () => {
  test('is visible in the app too, and survives its reload', async () => {
    await using device = await aDevice()
    const { card, page, visitor } = device
    await page.addInitScript((key) => localStorage.setItem(key, JSON.stringify({ connected: true })), `card:${card.alias}`)
    await visitor.open(`/${card.alias}/home?source=pwa`)
    const badge = page.getByText('Connected', { exact: true })
    await badge.waitFor()
    await page.reload()
    await badge.waitFor()
    expect(await page.getByRole('navigation', { name: 'Shortcuts' }).isVisible()).toBe(true)
  })
})

test('ROUTE-8 an address that requires a new login leads to it with a message', async () => {
  await using device = await aDevice({ isOwner: true })
  const { card, page, visitor } = device
  await visitor.open(`/${card.alias}/about?source=pwa#force_relogin=on`)
  await page.waitForURL((url) => url.pathname.endsWith('/login') && url.searchParams.get('forceRelogin') === 'on')
  expect(new URL(page.url()).searchParams.get('from')).toBe(`/${card.alias}/about?source=pwa`)
  await page.getByText('Please log in again to continue').waitFor()
})

describe('ROUTE-10 an app', () => {
  const openContactPage = async ({ page }: Awaited<ReturnType<typeof aVisitor>>) => {
    await page.getByRole('button', { name: 'Open menu' }).click()
    await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Contact Me' }).click()
  }

  test('of an owner whose session ended opens the login with a return address', async () => {
    await using device = await aDevice({ isOwner: true })
    const { card, owner, page, visitor } = device
    const known = page.waitForResponse((answer) => answer.url().includes('/bff/user') && answer.ok())
    await visitor.open(`/${card.alias}/home?source=pwa`)
    await known
    await page.waitForFunction(() => localStorage.getItem('owned') !== null)
    await app.deps.db.execute(sql`delete from session where id = ${owner.sessionId}`)
    await openContactPage(visitor)
    await page.waitForURL(/\/login\?/, { timeout: 20_000 })
    expect(new URL(page.url()).searchParams.get('from')).toBe(`/${card.alias}/contact?source=pwa`)
  })

  test('of a visitor who never logged in stays a visitor’s', async () => {
    await using device = await aDevice()
    const { card, page, visitor } = device
    const silent = page.waitForResponse((answer) => answer.url().includes('/bff/silent-login'))
    await visitor.open(`/${card.alias}/home?source=pwa`)
    await silent
    await openContactPage(visitor)
    await page.getByRole('heading', { level: 1, name: 'Contact Me' }).waitFor()
    await page.waitForURL(`**/${card.alias}/contact?source=pwa`)
    expect(await page.evaluate(() => localStorage.getItem('owned'))).toBe(null)
  })

  test('becomes a visitor’s when its owner logs out', async () => {
    await using device = await aDevice({ isOwner: true })
    const { card, page, visitor } = device
    await visitor.open(`/${card.alias}/home?source=pwa`)
    await page.waitForFunction(() => localStorage.getItem('owned') !== null)
    await page.getByRole('button', { name: 'Account menu' }).click()
    visitor.allow(pollAfterLogout)
    await page.getByRole('link', { name: 'Log out' }).click()
    await page.waitForURL(`**/${card.alias}/home?source=pwa`)
    await page.getByRole('link', { name: 'Log in' }).waitFor()
    expect(await page.evaluate(() => localStorage.getItem('owned'))).toBe('[]')
  })
})
