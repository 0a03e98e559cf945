import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { ownerHref, restrictedHref } from '#contract/pages.ts'
import { setPlan } from '#server/billing/orders/set-plan.ts'
import { subscriptions, type Subscription } from '#server/billing/tables.ts'
import { aCard } from '../factories/cards.ts'
import { siteApp } from '../harness/site-app.ts'
import { findAccessibilityIssues } from '../harness/find-accessibility-issues.ts'
import { signedIn } from '../harness/signed-in.ts'
import { aSharedVisitor, aVisitor } from '../harness/visitor.ts'

const app = await siteApp()

const dayMs = 86_400_000
const inDays = (days: number) => new Date(app.deps.clock.now().getTime() + days * dayMs)
const subscriptionPath = (alias: string) => ownerHref(alias, 'subscriptions')
const form = (alias: string) => `${subscriptionPath(alias)}?change_subscription=yes`
const subscribe = '**/remote/subscription/me/subscribe'

type Card = { id: string; alias: string }

/** Changes a plan while its owner views it, as another instance would. */
const setState = ({ id }: Card, state: Subscription['state'] | 'FREE', facts: Partial<Subscription> = {}) =>
  app.deps.changes.write(async (tx, notify) => {
    const [now, lengths] = [app.deps.clock.now(), { trialDays: 30, dunningDays: 14 }]
    await setPlan(tx, id, state === 'FREE' ? { plan: 'FREE' } : { plan: 'PRO', state }, { now, lengths })
    if (state !== 'FREE')
      await tx
        .update(subscriptions)
        .set({ state, ...facts })
        .where(eq(subscriptions.subjectId, id))
    notify(`card:${id}`)
  })

async function anOwner(
  state: Subscription['state'] | 'FREE',
  facts: Partial<Subscription> = {},
  options: Parameters<typeof aVisitor>[0] = {},
) {
  const card = await aCard(app.deps, { plan: 'FREE' })
  await setState(card, state, facts)
  const { cookie } = await signedIn(app, card.id)
  const visitor = await aVisitor(options)
  await visitor.setSession(cookie)
  const waitForToast = (text: string) => visitor.page.locator('.ui-toast').filter({ hasText: text }).waitFor()
  /** Requests that need a script show that it runs. */
  const openHydrated = async (path: string) => {
    const stateResponse = visitor.page.waitForResponse((answer) => answer.url().includes('/me/mark/'))
    await visitor.open(path)
    await stateResponse
  }
  return { ...visitor, card, waitForToast, openHydrated, [Symbol.asyncDispose]: () => visitor[Symbol.asyncDispose]() }
}

const address = { Street: '14 Ferry Point Road', City: 'Port Hadley', State: 'Maine', 'ZIP code': '04099', Country: 'United States' }

/** Runs in the page: types into the last field continuously, so also during hydration. */
function keepTyping(text: string) {
  const field = document.querySelector<HTMLInputElement>('[name=country]')
  const { port1, port2 } = new MessageChannel()
  let typed = 0
  port1.addEventListener('message', () => {
    field?.setRangeText(text.slice(0, 1 + (typed++ % text.length)), 0, field.value.length)
    field?.dispatchEvent(new Event('input', { bubbles: true }))
    if (field?.isConnected) port2.postMessage(null)
  })
  port1.start()
  port2.postMessage(null)
}

describe('SUB-1 subscribing', () => {
  test('without a plan the button opens a form filled in from the card; it shows errors', async () => {
    await using owner = await anOwner('FREE')
    const { page, card, waitForToast } = owner
    await owner.openHydrated(subscriptionPath(card.alias))
    await page.getByText('No subscriptions yet.').waitFor()
    await page.getByRole('link', { name: 'Subscribe' }).click()
    const field = (name: string) => page.getByRole('textbox', { name, exact: true })
    expect(await field('First name').inputValue()).toBe('Ada')
    expect(await field('Company name').inputValue()).toBe('Winter & Daughters')
    expect(await page.getByRole('radio').first().isChecked()).toBe(true)

    await field('Email').fill('ada@example')
    await page.getByRole('button', { name: 'Subscribe' }).click()
    await waitForToast('Correct the errors!')
    await page.getByText('Please enter a valid email.').waitFor()
    expect(await field('Email').getAttribute('aria-invalid')).toBe('true')
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('email')
  })

  test('a failure loses no input; retrying opens one checkout', async () => {
    await using owner = await anOwner('FREE')
    const { page, card, waitForToast } = owner
    owner.allow(/503/)
    await owner.openHydrated(form(card.alias))
    for (const [name, value] of Object.entries(address)) await page.getByRole('textbox', { name, exact: true }).fill(value)

    await page.route(subscribe, (route) =>
      route.fulfill({ status: 503, json: { success: 0, message: 'No room at the bank.', requestId: 'x' } }),
    )
    await page.getByRole('button', { name: 'Subscribe' }).click()
    await waitForToast('Error saving subscription. No room at the bank.')
    const awake = page.waitForResponse((answer) => answer.url().includes('/me/mark/'))
    await page.reload()
    await awake
    const street = page.getByRole('textbox', { name: 'Street', exact: true })
    await expect.poll(() => street.inputValue()).toBe(address.Street)

    await page.unroute(subscribe)
    let requestCount = 0
    page.on('request', (request) => void (request.url().endsWith('/me/subscribe') && requestCount++))
    await page.getByRole('button', { name: 'Subscribe' }).dblclick()
    await page.waitForURL(/\/account\/subscription\?/)
    expect(requestCount).toBe(1)
    await owner.open(form(card.alias))
    expect(await page.getByRole('textbox', { name: 'City', exact: true }).inputValue()).toBe(address.City)
  })

  test('input typed during hydration is submitted', async () => {
    await using owner = await anOwner('FREE')
    const { page, card } = owner
    const { promise: typed, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/assets/*.js', async (route) => {
      await typed
      await route.continue()
    })
    await page.goto(form(card.alias), { waitUntil: 'commit' })
    for (const [name, value] of Object.entries(address)) await page.getByRole('textbox', { name, exact: true }).fill(value)
    const stateResponse = page.waitForResponse((answer) => answer.url().includes('/me/mark/'))
    await page.evaluate(keepTyping, 'United States of America')
    release()
    await stateResponse
    const sent = page.waitForRequest(subscribe)
    await page.getByRole('button', { name: 'Subscribe' }).click()
    expect((await sent).postDataJSON().customer.billing_address).toMatchObject({ street: address.Street, zip: address['ZIP code'] })
  })

  test('works before any script, and keeps the input', async () => {
    await using owner = await anOwner('FREE', {}, { javaScriptEnabled: false })
    const { page, card } = owner
    await owner.open(form(card.alias))
    await page.getByRole('textbox', { name: 'City', exact: true }).fill('Camden')
    await page.getByRole('button', { name: 'Subscribe' }).click()
    await page.getByRole('alert').filter({ hasText: 'Correct the errors!' }).waitFor()
    expect(await page.getByRole('textbox', { name: 'City', exact: true }).inputValue()).toBe('Camden')
    for (const [name, value] of Object.entries(address)) await page.getByRole('textbox', { name, exact: true }).fill(value)
    await page.getByRole('button', { name: 'Subscribe' }).click()
    expect(new URL(page.url()).pathname).toBe('/account/subscription')
  })
})

describe('SUB-2 the state of a plan', () => {
  // The previous card is still open while the next one's owner logs in: without scripts it sends no requests.
  const shared = aSharedVisitor({ javaScriptEnabled: false })

  test.each<[string, Subscription['state'] | 'FREE', Partial<Subscription>, string, 'update' | 'change' | null]>([
    ['no plan', 'FREE', {}, 'Free (Complimentary)', 'change'],
    ['a trial without a payment card', 'trial', { trialEndsAt: null }, 'PRO Trial, 12 days left', 'update'],
    ['a trial with one', 'trial', { trialEndsAt: null, hasCardOnFile: true }, 'PRO Trial, 12 days left', 'change'],
    ['PRO', 'paid', {}, 'PRO active', null],
    ['a payment that failed', 'dunning', {}, 'Payment Not Processed', 'update'],
    ['nothing paid', 'unpaid', {}, 'Unpaid', 'update'],
    ['a payment card that ran out', 'paid', { hasCardOnFile: false }, 'Credit Card Expired', 'update'],
    ['a trial that is over', 'expired', { hasCardOnFile: false }, 'Trial Expired', 'update'],
    ['a plan that is over', 'cancelled', {}, 'Expired', 'change'],
  ])('%s has its name, with what to do', async (_, state, facts, label, link) => {
    const trialEndsAt = state === 'trial' ? { trialEndsAt: inDays(11.5) } : {}
    const { page, open, setSession } = await shared()
    const card = await aCard(app.deps, { plan: 'FREE' })
    await setState(card, state, { ...facts, ...trialEndsAt })
    await setSession((await signedIn(app, card.id)).cookie)
    await open(subscriptionPath(card.alias))
    const plan = page.locator('.shell-plan')
    expect((await plan.locator('span').textContent())?.trim()).toBe(label)
    const page_ = '/account/subscription'
    const wanted = { update: `${page_}?alias=${card.alias}#update-card`, change: `${page_}?alias=${card.alias}&change_subscription=yes` }
    const hrefs = await plan.locator('a').evaluateAll((links) => links.map((one) => one.getAttribute('href')))
    expect(hrefs).toEqual(link ? [wanted[link]] : [])
    expect(await page.locator('.ui-state').count()).toBe(1)
    // Above each of the owner's pages, in the words of the specification; a page that offers PRO has no second offer.
    const banners = await page.locator('.ui-page-banner b').allTextContents()
    const isDue = label === 'Payment Not Processed' ? 'Payment Declined' : label
    expect(banners).toEqual(/^Free|active$/.test(label) || (state === 'trial' && facts.hasCardOnFile) ? [] : [isDue])
  })

  test.each(['fr-FR', 'ro'])('in %s the banner’s name and link fit in one row on a narrow phone', async (locale) => {
    await using owner = await anOwner('paid', { hasCardOnFile: false }, { on: 'narrow', locale })
    await owner.open(subscriptionPath(owner.card.alias))
    const banner = owner.page.locator('.ui-page-banner')
    const { height, spill } = await banner.evaluate((it) => ({ height: it.clientHeight, spill: it.scrollWidth - it.clientWidth }))
    expect([height <= 80, spill]).toEqual([true, 0])
  })

  test('changed elsewhere reaches the open page within seconds', async () => {
    await using owner = await anOwner('FREE')
    const { page, card } = owner
    await page.clock.install()
    await owner.openHydrated(subscriptionPath(card.alias))
    await page.getByRole('heading', { name: 'Join the PRO club' }).waitFor()
    await setState(card, 'paid')
    const title = async () => {
      await page.clock.runFor(5000)
      return page.locator('.ui-state h2').textContent()
    }
    await expect.poll(title).toBe('Everything is unlocked.')
  })

  test('changed elsewhere unlocks the editor too, and keeps unsaved input', async () => {
    await using owner = await anOwner('FREE')
    const { page, card } = owner
    await page.clock.install()
    await owner.openHydrated(`/account/edit/${card.alias}/reviews`)
    const locked = page.locator('.editor-form a[href*="change_subscription=yes"]').first()
    await locked.waitFor()
    const film = page.locator('.editor-form').getByRole('textbox').first()
    await film.fill('1084')
    await setState(card, 'paid')
    const isLocked = async () => {
      await page.clock.runFor(5000)
      return (await locked.count()) > 0
    }
    await expect.poll(isLocked).toBe(false)
    expect(await film.inputValue()).toBe('1084')
  })
})

describe('PROMPT-3 what PRO would add', () => {
  test('is in a banner above the page, and in a sheet when a locked part is clicked', async () => {
    await using owner = await anOwner('FREE')
    const { page, card } = owner
    await owner.open(ownerHref(card.alias, 'myNotifications'))
    const banner = page.getByRole('region', { name: 'Free (Complimentary)' })
    await banner.waitFor()
    await owner.openHydrated(ownerHref(card.alias, 'myAccount'))
    expect(await banner.count()).toBe(0)
    // The dialog is a script of its own; before it is loaded, the link leads to the subscription.
    await page.waitForLoadState('networkidle')
    await page.getByRole('link', { name: 'Upgrade to Pro' }).click()
    const modal = page.getByRole('dialog', { name: 'Upgrade to Pro' })
    await modal.getByText('15 USD a month. Cancel any time.').waitFor()
    expect(await modal.getByRole('listitem').count()).toBe(6)
    expect(await modal.getByRole('link').getAttribute('href')).toContain(
      `/account/subscription?alias=${card.alias}&change_subscription=yes`,
    )
    await page.keyboard.press('Escape')
    expect(await modal.count()).toBe(0)
  })

  test('is on the card for its owner only, and not again once closed', async () => {
    await using owner = await anOwner('FREE')
    const { page, card } = owner
    const panel = page.getByRole('region', { name: 'Upgrade to Pro' })
    await page.clock.install()
    await owner.open(`/${card.alias}/home`)
    const isBannerVisible = async () => {
      await page.clock.runFor(1000)
      return panel.isVisible()
    }
    await expect.poll(isBannerVisible).toBe(true)
    const upgrade = panel.getByRole('link', { name: 'Upgrade' })
    await upgrade.click()
    const dialog = page.getByRole('dialog', { name: 'Upgrade to Pro' })
    expect(await dialog.getByRole('listitem').count()).toBe(6)
    expect(await findAccessibilityIssues(page)).toEqual([])
    const plans = `/account/subscription?alias=${card.alias}&change_subscription=yes`
    expect(await dialog.getByRole('link').getAttribute('href')).toContain(plans)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    expect(await upgrade.evaluate((link) => link === document.activeElement)).toBe(true)
    await panel.getByRole('button', { name: 'Close' }).click()
    expect(await panel.count()).toBe(0)
    expect(await page.evaluate((alias) => localStorage.getItem(`freemium-shut:${alias}`), card.alias)).toMatch(/^\d+$/)
  })
})

test('ACCESS-1 a signed-in owner sees which page their plan does not include', async () => {
  const card = await aCard(app.deps, { plan: 'FREE' })
  await using visitor = await aVisitor()
  await visitor.setSession((await signedIn(app, card.id)).cookie)
  await visitor.open(restrictedHref(card, 'review'))
  const { page } = visitor
  expect(await page.getByRole('heading').allTextContents()).toEqual(['“Review Me” isn’t part of your plan'])
  await page.getByRole('link', { name: 'Upgrade to Pro' }).waitFor()
  expect(await findAccessibilityIssues(page)).toEqual([])
})

test('ACCESS-1 a page that needs PRO says so to visitors; its owner can unlock it', async () => {
  const card = await aCard(app.deps, { plan: 'FREE' })
  await using visitor = await aVisitor()
  await visitor.open(restrictedHref(card, 'reviews'))
  const { page } = visitor
  expect(await page.getByRole('heading').first().textContent()).toBe('This page isn’t available')
  const offers = ['Get reviews', 'Unlimited contacts', 'Background video', 'Custom menu links', 'Reviews integration', 'On-going support']
  expect(await page.getByRole('listitem').allTextContents()).toEqual(offers)
  const upgrade = await page.getByRole('link', { name: 'Upgrade to Pro' }).getAttribute('href')
  expect(upgrade).toBe(`/account/subscription?alias=${card.alias}&change_subscription=yes`)
  await page.getByRole('link', { name: 'Cancel' }).click()
  await page.waitForURL(`**/${card.alias}/home`)
})
