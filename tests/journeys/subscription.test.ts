import { describe, expect, test } from 'vitest'
import { ownerHref, restrictedHref } from '#contract/pages.ts'
import { aCard } from '../factories/cards.ts'
import { siteApp } from '../harness/site-app.ts'
import { isInView } from '../harness/is-in-view.ts'
import { aSharedVisitor, aVisitor } from '../harness/visitor.ts'
import { address, anOwner, openPlan, form, setState, subscribe, subscriptionPath, type PlanRow } from './subscription-steps.ts'

const app = await siteApp()

describe('SUB-1 subscribing', () => {
  test('without a plan the button opens a form filled in from the card; it shows errors', async () => {
    await using owner = await anOwner('FREE')
    const { page, card } = owner
    await owner.openHydrated(subscriptionPath(card.alias))
    await page.getByText('No subscriptions yet.').waitFor()
    await page.getByRole('link', { name: 'Subscribe' }).click()
    const field = (name: string) => page.getByRole('textbox', { name, exact: true })
    expect(await field('First name').inputValue()).toBe('Ada')
    expect(await field('Company name').inputValue()).toBe('Winter & Daughters')
    expect(await page.getByRole('radio').first().isChecked()).toBe(true)

    await field('Email').fill('ada@example')
    await page.getByRole('button', { name: 'Subscribe' }).click()
    const message = page.getByRole('alert').getByText('Correct the errors!')
    await message.waitFor()
    await page.getByText('Please enter a valid email.').waitFor()
    await page.getByText(/^Still needed: .*email/).waitFor()
    expect(await field('Email').getAttribute('aria-invalid')).toBe('true')
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('email')

    await page.setViewportSize({ width: 390, height: 600 })
    const { Country, ...others } = address
    for (const [name, value] of Object.entries({ ...others, Email: 'ada@example.com' })) await field(name).fill(value)
    await page.getByRole('button', { name: 'Subscribe' }).click()
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('country')
    await expect.poll(async () => [await isInView(message), await isInView(field('Country'))]).toEqual([true, true])
    await field('Country').fill(Country)
    await message.waitFor({ state: 'detached' })
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
    const stateResponse = page.waitForResponse((answer) => answer.url().includes('/me/mark/'))
    await page.reload()
    await stateResponse
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
})

describe('SUB-2 the state of a plan', () => {
  // The previous card is still open while the next one's owner logs in: without scripts it sends no requests.
  const shared = aSharedVisitor({ javaScriptEnabled: false })

  test.each<PlanRow>([
    ['a trial without a payment card', 'trial', {}, 'PRO Trial, 12 days left', 'update'],
    ['a payment that failed', 'dunning', {}, 'Payment Not Processed', 'update'],
  ])('%s has its name, with what to do', async (...row) => {
    const { rendered, expected } = await openPlan(await shared(), row)
    expect(rendered).toEqual(expected)
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
    // The dialog loads with the watch for changes of the plan; before, the link leads to the subscription.
    await page.getByRole('link', { name: 'Upgrade to Pro' }).click()
    const modal = page.getByRole('dialog', { name: 'Upgrade to Pro' })
    await modal.getByText('$15 a month. Cancel any time.').waitFor()
    expect(await modal.getByRole('listitem').count()).toBe(6)
    expect(await modal.getByRole('link').getAttribute('href')).toContain(
      `/account/subscription?alias=${card.alias}&change_subscription=yes`,
    )
    await page.keyboard.press('Escape')
    await modal.waitFor({ state: 'detached' })
  })
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
