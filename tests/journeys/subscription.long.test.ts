import { describe, expect, test } from 'vitest'
import { restrictedHref } from '#contract/pages.ts'
import { aCard } from '../factories/cards.ts'
import { findAccessibilityIssues } from '../harness/find-accessibility-issues.ts'
import { signedIn } from '../harness/signed-in.ts'
import { siteApp } from '../harness/site-app.ts'
import { aSharedVisitor, aVisitor } from '../harness/visitor.ts'
import { address, anOwner, openPlan, form, setState, subscribe, subscriptionPath, type PlanRow } from './subscription-steps.ts'

const app = await siteApp()

/** Runs in the page: what a person types into this field, also before React handles its events. */
function type(field: Element, text: string) {
  if (field instanceof HTMLInputElement) field.setRangeText(text, 0, field.value.length)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

describe('SUB-1 subscribing', () => {
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
    await page.waitForURL(({ pathname }) => pathname === '/account/subscription')
  })

  test('input typed during hydration is submitted', async () => {
    await using owner = await anOwner('FREE')
    const { page, card } = owner
    const country = page.getByRole('textbox', { name: 'Country', exact: true })
    const { promise: filled, resolve: release } = Promise.withResolvers<void>()
    const letters = 'United States of America'
    let isLoading = true
    let [typed, turn] = [0, Promise.resolve()]
    // A letter before each script runs: during loading and hydration, whatever that takes.
    await page.route('**/assets/*.js', async (route) => {
      await filled
      turn = turn.then(() => (isLoading ? country.evaluate(type, letters.slice(0, ++typed)) : undefined))
      await turn
      await route.continue()
    })
    await page.goto(form(card.alias), { waitUntil: 'commit' })
    for (const [name, value] of Object.entries(address)) await page.getByRole('textbox', { name, exact: true }).fill(value)
    await country.evaluate(type, '')
    const stateResponse = page.waitForResponse((answer) => answer.url().includes('/me/mark/'))
    release()
    await stateResponse
    isLoading = false
    await turn
    expect(typed).toBeGreaterThan(1)
    await expect.poll(() => country.inputValue()).toBe(letters.slice(0, typed))
    const sent = page.waitForRequest(subscribe)
    await page.getByRole('button', { name: 'Subscribe' }).click()
    expect((await sent).postDataJSON().customer.billing_address).toMatchObject({
      street: address.Street,
      zip: address['ZIP code'],
      country: letters.slice(0, typed),
    })
  })
})

describe('SUB-2 the state of a plan', () => {
  // The previous card is still open while the next one's owner logs in: without scripts it sends no requests.
  const shared = aSharedVisitor({ javaScriptEnabled: false })

  test.each<PlanRow>([
    ['no plan', 'FREE', {}, 'Free (Complimentary)', 'change'],
    ['a trial with a payment card', 'trial', { hasCardOnFile: true }, 'PRO Trial, 12 days left', 'change'],
    ['PRO', 'paid', {}, 'PRO active', null],
    ['nothing paid', 'unpaid', {}, 'Unpaid', 'update'],
    ['a payment card that ran out', 'paid', { hasCardOnFile: false }, 'Credit Card Expired', 'update'],
    ['a trial that is over', 'expired', { hasCardOnFile: false }, 'Trial Expired', 'update'],
    ['a plan that is over', 'cancelled', {}, 'Expired', 'change'],
  ])('%s has its name, with what to do', async (...row) => {
    const { rendered, expected } = await openPlan(await shared(), row)
    expect(rendered).toEqual(expected)
  })

  test.each(['FREE', 'trial', 'paid', 'dunning', 'unpaid', 'cancelled'] as const)('its page is accessible: %s', async (state) => {
    await using owner = await anOwner(state)
    await owner.openHydrated(subscriptionPath(owner.card.alias))
    expect(await findAccessibilityIssues(owner.page)).toEqual([])
  })

  test.each(['fr-FR', 'ro'])('in %s the banner’s name and link fit in one row on a narrow phone', async (locale) => {
    await using owner = await anOwner('paid', { hasCardOnFile: false }, { on: 'narrow', locale })
    await owner.open(subscriptionPath(owner.card.alias))
    const banner = owner.page.locator('.ui-page-banner')
    const { height, spill } = await banner.evaluate((it) => ({ height: it.clientHeight, spill: it.scrollWidth - it.clientWidth }))
    expect([height <= 80, spill]).toEqual([true, 0])
  })

  test('changed elsewhere unlocks the editor too, and keeps unsaved input', async () => {
    await using owner = await anOwner('FREE')
    const { page, card } = owner
    await page.clock.install()
    await owner.openHydrated(`/account/edit/${card.alias}/pages`)
    const reviews = page.locator('#section-reviews')
    const locked = reviews.locator('a[href*="change_subscription=yes"]').first()
    await locked.waitFor()
    const film = reviews.getByRole('textbox').first()
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
    await dialog.waitFor()
    expect(await dialog.getByRole('listitem').count()).toBe(6)
    expect(await findAccessibilityIssues(page)).toEqual([])
    const plans = `/account/subscription?alias=${card.alias}&change_subscription=yes`
    expect(await dialog.getByRole('link').getAttribute('href')).toContain(plans)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await expect.poll(() => upgrade.evaluate((link) => link === document.activeElement)).toBe(true)
    await panel.getByRole('button', { name: 'Close' }).click()
    await panel.waitFor({ state: 'detached' })
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
