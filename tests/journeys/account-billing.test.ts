import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accounts } from '#server/accounts/tables.ts'
import { createApp, type App } from '#server/app.ts'
import { setPlan } from '#server/billing/orders/set-plan.ts'
import { readSettings } from '#server/settings.ts'
import { aCard } from '../factories/cards.ts'
import { behindTheSite, type House } from '../harness/behind-the-site.ts'
import { aDatabase } from '../harness/database.ts'
import { findBarriers } from '../harness/find-barriers.ts'
import { signedIn } from '../harness/signed-in.ts'
import { silentLog } from '../harness/silent-log.ts'
import { startSite } from '../harness/site.ts'
import { aVisitor } from '../harness/visitor.ts'
import { stripeStandIn } from '../stand-ins/stripe.ts'

type Wishes = NonNullable<Parameters<typeof aVisitor>[0]>
const here = (alias: string) => `/account/subscription?alias=${alias}`

async function anOwner(house: House, wishes: Wishes = {}) {
  const card = await aCard(house.needs, { companyName: 'Harbor & Pine' })
  const { settings, clock, changes } = house.needs
  await changes.write((tx) => setPlan(tx, card.id, { plan: 'FREE' }, { now: clock.now(), lengths: settings }))
  const owner = await signedIn(house, card.id)
  const visitor = await aVisitor(wishes)
  await visitor.wear(owner.cookie)
  return { card, owner, visitor, page: visitor.page, [Symbol.asyncDispose]: () => visitor[Symbol.asyncDispose]() }
}
type Page = Awaited<ReturnType<typeof anOwner>>['page']

/** An open page asks every few seconds how the plan stands. */
async function learns(page: Page, words: Locator) {
  const isTold = async () => {
    await page.clock.runFor(8000)
    return words.first().isVisible()
  }
  await expect.poll(isTold).toBe(true)
}

async function fillIn(page: Page) {
  const form = page.getByRole('form', { name: 'Subscribe' })
  const given = { 'First name': 'Ada', 'Last name': 'Winter', Email: 'ada@example.com', Phone: '2075550101', Mobile: '2075550102' }
  const there = { 'Company name': 'Winter', Street: 'Harbor 12', City: 'Portland', State: 'ME', 'ZIP code': '04101', Country: 'US' }
  for (const [label, text] of Object.entries({ ...given, ...there })) await form.getByLabel(label, { exact: true }).fill(text)
  await form.getByRole('button', { name: 'Subscribe' }).click()
}

describe('without a provider', async () => {
  const house = await behindTheSite()

  test('SUB-3 what was asked for opens on the open page once the operator notes it, is receipted, cancelled, resumed and given back', async () => {
    await using one = await anOwner(house)
    await using desk = await anOwner(house, { on: 'desktop' })
    await house.needs.db.update(accounts).set({ isOperator: true }).where(eq(accounts.id, desk.owner.accountId))
    const { page, card, visitor } = one
    await page.clock.install()
    await visitor.open(here(card.alias))
    expect(await findBarriers(page)).toEqual([])
    await page.getByRole('link', { name: 'Upgrade to Pro' }).click()
    await fillIn(page)
    await page.getByText('Request received.').waitFor()

    await desk.visitor.open('/admin/billing')
    expect(await findBarriers(desk.page)).toEqual([])
    await desk.page.getByRole('link', { name: `/${card.alias}` }).click()
    await desk.page.getByRole('link', { name: 'Record a payment' }).click()
    await desk.page.getByRole('dialog').getByRole('button', { name: 'Record a payment' }).click()
    await desk.page.getByRole('status').getByText('Done.').waitFor()
    expect(await findBarriers(desk.page)).toEqual([])

    await learns(page, page.getByRole('heading', { name: 'PRO active' }))
    const invoice = page.getByRole('link', { name: /Open the receipt/ })
    const [receipt] = await Promise.all([page.context().waitForEvent('page'), invoice.click()])
    await receipt.getByText('15').first().waitFor()
    await receipt.close()

    await page.getByText('Cancel PRO…').click()
    await page.getByRole('button', { name: 'Yes, cancel PRO' }).click()
    await page.getByText('Canceled. You won’t be charged again.').waitFor()
    await page
      .getByText(/^You have PRO until/)
      .first()
      .waitFor()
    await page.getByRole('button', { name: 'Keep PRO' }).click()
    await page.getByText('PRO will continue.').waitFor()

    await desk.page.getByRole('link', { name: /^Refund…/ }).click()
    const refund = desk.page.getByRole('dialog')
    await refund.getByLabel('Amount').fill('5')
    await refund.getByRole('button', { name: 'Record a refund' }).click()
    await learns(page, page.getByText('5 USD refunded'))
    expect(await findBarriers(page)).toEqual([])
  })

  test('SUB-2 the page stands, posts and says what was refused without a script, and at 320 pixels nothing is cut off', async () => {
    await using one = await anOwner(house, { on: 'narrow', javaScriptEnabled: false })
    await one.visitor.open(`${here(one.card.alias)}&change_subscription=yes`)
    await one.page.getByRole('button', { name: 'Subscribe' }).click()
    await one.page.getByText('Correct the errors!').first().waitFor()
    expect(await one.page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  })
})

describe('with a provider', () => {
  let ends: AsyncDisposableStack
  let house: App
  let url: string
  let stripe: Awaited<ReturnType<typeof stripeStandIn>>
  beforeAll(async () => {
    ends = new AsyncDisposableStack()
    const database = ends.use(await aDatabase())
    const dataDir = await mkdtemp(join(tmpdir(), 'carte-paid-'))
    ends.defer(() => rm(dataDir, { recursive: true, force: true }))
    stripe = ends.use(await stripeStandIn())
    const environment = {
      HOST: 'localhost',
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      DEMO: 'off',
      LOG_LEVEL: 'warn',
      TEAM_PRICE: '49',
      STRIPE_SECRET_KEY: stripe.settings.stripeSecretKey,
      STRIPE_WEBHOOK_SECRET: stripe.settings.stripeWebhookSecret,
      STRIPE_URL: stripe.settings.stripeUrl,
    }
    house = ends.use(await createApp(readSettings(environment), { works: false, log: silentLog, pages: false }))
    const site = ends.use(await startSite({ environment }))
    url = site.url.replace('127.0.0.1', 'localhost')
    stripe.webhooks.listener = `${site.url}/remote/subscription/events`
  })
  afterAll(() => ends.disposeAsync())

  test('SUB-3 paid on the provider’s page it is processing until told, then PRO, with its card, its invoice, and a way out', async () => {
    await using one = await anOwner(house, { on: 'desktop', baseURL: url })
    const { page, card, visitor } = one
    await page.clock.install()
    await visitor.open(`${here(card.alias)}&change_subscription=yes`)
    await fillIn(page)
    await page.getByRole('button', { name: 'Card declined' }).click()
    await page
      .getByText(/declined|refused/i)
      .first()
      .waitFor()
    stripe.webhooks.mood = 'hold'
    await page.getByRole('button', { name: 'Pay', exact: true }).click()
    await page.getByText('Processing your payment…').waitFor()
    expect(await findBarriers(page)).toEqual([])
    stripe.webhooks.mood = 'deliver'
    await stripe.deliver()
    await learns(page, page.getByRole('heading', { name: 'PRO active' }))
    await page.getByText(/ending in \d{4}/).waitFor()
    await learns(page, page.getByText('Paid', { exact: true }))
    expect(await findBarriers(page)).toEqual([])

    await page.getByRole('button', { name: 'Update payment method' }).click()
    await page.getByRole('button', { name: 'Update card', exact: true }).click()
    await learns(page, page.getByText('Mastercard ending in 4444'))
    await page.getByText('Cancel PRO…').click()
    await page.getByRole('button', { name: 'Yes, cancel PRO' }).click()
    await page.getByText('Canceled. You won’t be charged again.').waitFor()
    await page.getByRole('button', { name: 'Keep PRO' }).click()
    await page.getByText('PRO will continue.').waitFor()
  })

  test('SUB-3 a provider that does not answer changes nothing, and says so', async () => {
    await using one = await anOwner(house, { baseURL: url })
    stripe.mood = 'broken'
    await one.visitor.open(`${here(one.card.alias)}&change_subscription=yes`)
    one.visitor.allow(/503/)
    await fillIn(one.page)
    await one.page
      .getByText(/Error saving subscription/)
      .first()
      .waitFor()
    expect(await one.page.getByLabel('Street').inputValue()).toBe('Harbor 12')
    stripe.mood = 'good'
  })
})
