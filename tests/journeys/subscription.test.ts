import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { ownerHref, restrictedHref } from '#contract/pages.ts'
import { setPlan } from '#server/billing/orders/set-plan.ts'
import { subscriptions, type Subscription } from '#server/billing/tables.ts'
import { aCard } from '../factories/cards.ts'
import { behindTheSite } from '../harness/behind-the-site.ts'
import { findBarriers } from '../harness/find-barriers.ts'
import { signedIn } from '../harness/signed-in.ts'
import { aSharedVisitor, aVisitor } from '../harness/visitor.ts'

const house = await behindTheSite()

const dayMs = 86_400_000
const inDays = (days: number) => new Date(house.needs.clock.now().getTime() + days * dayMs)
const here = (alias: string) => ownerHref(alias, 'subscriptions')
const form = (alias: string) => `${here(alias)}?change_subscription=yes`
const subscribe = '**/remote/subscription/me/subscribe'

type Card = { id: string; alias: string }

/** What happens to a plan while somebody looks at it: written by another instance, as far as the page knows. */
const becomes = ({ id }: Card, state: Subscription['state'] | 'FREE', facts: Partial<Subscription> = {}) =>
  house.needs.changes.write(async (tx, tell) => {
    const [now, lengths] = [house.needs.clock.now(), { trialDays: 30, dunningDays: 14 }]
    await setPlan(tx, id, state === 'FREE' ? { plan: 'FREE' } : { plan: 'PRO', state }, { now, lengths })
    if (state !== 'FREE')
      await tx
        .update(subscriptions)
        .set({ state, ...facts })
        .where(eq(subscriptions.subjectId, id))
    tell(`card:${id}`)
  })

async function anOwner(
  state: Subscription['state'] | 'FREE',
  facts: Partial<Subscription> = {},
  wishes: Parameters<typeof aVisitor>[0] = {},
) {
  const card = await aCard(house.needs, { plan: 'FREE' })
  await becomes(card, state, facts)
  const { cookie } = await signedIn(house, card.id)
  const visitor = await aVisitor(wishes)
  await visitor.wear(cookie)
  const told = (text: string) => visitor.page.locator('.ui-toast').filter({ hasText: text }).waitFor()
  /** What only a script asks for shows that one runs. */
  const openAwake = async (path: string) => {
    const asked = visitor.page.waitForResponse((answer) => answer.url().includes('/me/mark/'))
    await visitor.open(path)
    await asked
  }
  return { ...visitor, card, told, openAwake, [Symbol.asyncDispose]: () => visitor[Symbol.asyncDispose]() }
}

const address = { Street: '14 Ferry Point Road', City: 'Port Hadley', State: 'Maine', 'ZIP code': '04099', Country: 'United States' }

/** Runs in the page: types at the last field all the time, so also at each moment while the scripts take over. */
function typeOn(text: string) {
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
  test('without a subscription the button opens the form, filled in from the card, and a fault stands beside its field', async () => {
    await using owner = await anOwner('FREE')
    const { page, card, told } = owner
    await owner.openAwake(here(card.alias))
    await page.getByText('No subscriptions yet.').waitFor()
    await page.getByRole('link', { name: 'Subscribe' }).click()
    const field = (name: string) => page.getByRole('textbox', { name, exact: true })
    expect(await field('First name').inputValue()).toBe('Ada')
    expect(await field('Company name').inputValue()).toBe('Winter & Daughters')
    expect(await page.getByRole('radio').first().isChecked()).toBe(true)

    await field('Email').fill('ada@example')
    await page.getByRole('button', { name: 'Subscribe' }).click()
    await told('Correct the errors!')
    await page.getByText('Please enter a valid email.').waitFor()
    expect(await field('Email').getAttribute('aria-invalid')).toBe('true')
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('email')
  })

  test('a failure keeps everything, through a reload too; trying again leads to where it is paid, once', async () => {
    await using owner = await anOwner('FREE')
    const { page, card, told } = owner
    owner.allow(/503/)
    await owner.openAwake(form(card.alias))
    for (const [name, value] of Object.entries(address)) await page.getByRole('textbox', { name, exact: true }).fill(value)

    await page.route(subscribe, (route) =>
      route.fulfill({ status: 503, json: { success: 0, message: 'No room at the bank.', requestId: 'x' } }),
    )
    await page.getByRole('button', { name: 'Subscribe' }).click()
    await told('Error saving subscription. No room at the bank.')
    const awake = page.waitForResponse((answer) => answer.url().includes('/me/mark/'))
    await page.reload()
    await awake
    const street = page.getByRole('textbox', { name: 'Street', exact: true })
    await expect.poll(() => street.inputValue()).toBe(address.Street)

    await page.unroute(subscribe)
    let asked = 0
    page.on('request', (request) => void (request.url().endsWith('/me/subscribe') && asked++))
    await page.getByRole('button', { name: 'Subscribe' }).dblclick()
    await page.waitForURL(/\/account\/subscription\?/)
    expect(asked).toBe(1)
    await owner.open(form(card.alias))
    expect(await page.getByRole('textbox', { name: 'City', exact: true }).inputValue()).toBe(address.City)
  })

  test('what is typed while the scripts are on their way is what is sent', async () => {
    await using owner = await anOwner('FREE')
    const { page, card } = owner
    const { promise: typed, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/assets/*.js', async (route) => {
      await typed
      await route.continue()
    })
    await page.goto(form(card.alias), { waitUntil: 'commit' })
    for (const [name, value] of Object.entries(address)) await page.getByRole('textbox', { name, exact: true }).fill(value)
    const asked = page.waitForResponse((answer) => answer.url().includes('/me/mark/'))
    await page.evaluate(typeOn, 'United States of America')
    release()
    await asked
    const sent = page.waitForRequest(subscribe)
    await page.getByRole('button', { name: 'Subscribe' }).click()
    expect((await sent).postDataJSON().customer.billing_address).toMatchObject({ street: address.Street, zip: address['ZIP code'] })
  })

  test('works before any script, and keeps what was typed', async () => {
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

describe('SUB-2 how a plan stands', () => {
  // The card before is still open while the next one's owner signs in: without a script it asks for nothing.
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
  ])('%s is called by its name, with what there is to do', async (_, state, facts, label, link) => {
    const trialEndsAt = state === 'trial' ? { trialEndsAt: inDays(11.5) } : {}
    const { page, open, wear } = await shared()
    const card = await aCard(house.needs, { plan: 'FREE' })
    await becomes(card, state, { ...facts, ...trialEndsAt })
    await wear((await signedIn(house, card.id)).cookie)
    await open(here(card.alias))
    const plan = page.locator('.shell-plan')
    expect((await plan.locator('span').textContent())?.trim()).toBe(label)
    const page_ = '/account/subscription'
    const wanted = { update: `${page_}?alias=${card.alias}#update-card`, change: `${page_}?alias=${card.alias}&change_subscription=yes` }
    const hrefs = await plan.locator('a').evaluateAll((links) => links.map((one) => one.getAttribute('href')))
    expect(hrefs).toEqual(link ? [wanted[link]] : [])
    expect(await page.locator('.plan-panel').count()).toBe(1)
    // Above every page of the owner's, in the words of the specification; one that offers PRO itself has no second offer.
    const banners = await page.locator('.ui-page-banner b').allTextContents()
    const isDue = label === 'Payment Not Processed' ? 'Payment Declined' : label
    expect(banners).toEqual(/^Free|active$/.test(label) || (state === 'trial' && facts.hasCardOnFile) ? [] : [isDue])
  })

  test.each(['fr-FR', 'ro'])('in %s the banner’s name and its link fit beside each other on a narrow phone', async (locale) => {
    await using owner = await anOwner('paid', { hasCardOnFile: false }, { on: 'narrow', locale })
    await owner.open(here(owner.card.alias))
    const banner = owner.page.locator('.ui-page-banner')
    const { height, spill } = await banner.evaluate((it) => ({ height: it.clientHeight, spill: it.scrollWidth - it.clientWidth }))
    expect([height <= 80, spill]).toEqual([true, 0])
  })

  test('a plan changed elsewhere reaches the open page within seconds', async () => {
    await using owner = await anOwner('FREE')
    const { page, card } = owner
    await page.clock.install()
    await owner.openAwake(here(card.alias))
    await page.getByRole('heading', { name: 'Join the PRO club' }).waitFor()
    await becomes(card, 'paid')
    const title = async () => {
      await page.clock.runFor(5000)
      return page.locator('.plan-panel h2').textContent()
    }
    await expect.poll(title).toBe('Everything is unlocked.')
  })

  test('a plan changed elsewhere opens what it brings in the editor too, and what is being typed stays', async () => {
    await using owner = await anOwner('FREE')
    const { page, card } = owner
    await page.clock.install()
    await owner.openAwake(`/account/edit/${card.alias}/reviews`)
    const locked = page.locator('.editor-form a[href*="change_subscription=yes"]').first()
    await locked.waitFor()
    const film = page.locator('.editor-form').getByRole('textbox').first()
    await film.fill('1084')
    await becomes(card, 'paid')
    const isLocked = async () => {
      await page.clock.runFor(5000)
      return (await locked.count()) > 0
    }
    await expect.poll(isLocked).toBe(false)
    expect(await film.inputValue()).toBe('1084')
  })
})

describe('PROMPT-3 what PRO would add', () => {
  test('is told in a line above the page, and in a sheet where something locked is pressed', async () => {
    await using owner = await anOwner('FREE')
    const { page, card } = owner
    await owner.open(ownerHref(card.alias, 'myNotifications'))
    const banner = page.getByRole('region', { name: 'Free (Complimentary)' })
    await banner.waitFor()
    await owner.openAwake(ownerHref(card.alias, 'myAccount'))
    expect(await banner.count()).toBe(0)
    await page.getByRole('link', { name: 'Upgrade to Pro' }).click()
    const modal = page.getByRole('dialog', { name: 'Upgrade to Pro' })
    expect(await modal.getByRole('listitem').count()).toBe(6)
    await modal.getByText('15 USD a month. Cancel any time.').waitFor()
    expect(await modal.getByRole('link').getAttribute('href')).toContain(
      `/account/subscription?alias=${card.alias}&change_subscription=yes`,
    )
    await page.keyboard.press('Escape')
    expect(await modal.count()).toBe(0)
  })

  test('is told on the card to its owner alone, and not again once it was shut', async () => {
    await using owner = await anOwner('FREE')
    const { page, card } = owner
    const panel = page.getByRole('region', { name: 'Upgrade to Pro' })
    await page.clock.install()
    await owner.open(`/${card.alias}/home`)
    const isShown = async () => {
      await page.clock.runFor(1000)
      return panel.isVisible()
    }
    await expect.poll(isShown).toBe(true)
    const upgrade = panel.getByRole('link', { name: 'Upgrade' })
    await upgrade.click()
    const dialog = page.getByRole('dialog', { name: 'Upgrade to Pro' })
    expect(await dialog.getByRole('listitem').count()).toBe(6)
    expect(await findBarriers(page)).toEqual([])
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

test('ACCESS-1 a signed-in owner reads which page their plan does not include', async () => {
  const card = await aCard(house.needs, { plan: 'FREE' })
  await using visitor = await aVisitor()
  await visitor.wear((await signedIn(house, card.id)).cookie)
  await visitor.open(restrictedHref(card, 'review'))
  const { page } = visitor
  expect(await page.getByRole('heading').allTextContents()).toEqual(['“Review Me” isn’t part of your plan'])
  await page.getByRole('link', { name: 'Upgrade to Pro' }).waitFor()
  expect(await findBarriers(page)).toEqual([])
})

test('ACCESS-1 a page that the plan keeps shut says so to a visitor first, then to its owner what opens it', async () => {
  const card = await aCard(house.needs, { plan: 'FREE' })
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
