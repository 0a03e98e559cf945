import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { accounts } from '#server/accounts/tables.ts'
import { createApp, type App } from '#server/app.ts'
import { setPlan } from '#server/billing/orders/set-plan.ts'
import { readSettings } from '#server/settings.ts'
import { aCard } from '../factories/cards.ts'
import { siteApp, type SiteApp } from '../harness/site-app.ts'
import { aDatabase } from '../harness/database.ts'
import { findAccessibilityIssues } from '../harness/find-accessibility-issues.ts'
import { signedIn } from '../harness/signed-in.ts'
import { silentLog } from '#server/integrations/silent-log.ts'
import { startSite } from '../harness/site.ts'
import { aVisitor, hydrate } from '../harness/visitor.ts'
import { stripeStandIn } from '../stand-ins/stripe.ts'

type Options = NonNullable<Parameters<typeof aVisitor>[0]>
const subscriptionPath = (alias: string) => `/account/subscription?alias=${alias}`

async function anOwner(app: SiteApp, options: Options = {}) {
  const card = await aCard(app.deps, { companyName: 'Harbor & Pine' })
  const { settings, clock, changes } = app.deps
  await changes.write((tx) => setPlan(tx, card.id, { plan: 'FREE' }, { now: clock.now(), lengths: settings }))
  const owner = await signedIn(app, card.id)
  const visitor = await aVisitor(options)
  await visitor.setSession(owner.cookie)
  return { card, owner, visitor, page: visitor.page, [Symbol.asyncDispose]: () => visitor[Symbol.asyncDispose]() }
}
type Page = Awaited<ReturnType<typeof anOwner>>['page']

/** An open page polls the state of the plan every few seconds. */
async function waitForState(page: Page, words: Locator) {
  const isUpdated = async () => {
    await page.clock.runFor(8000)
    return words.first().isVisible()
  }
  await expect.poll(isUpdated).toBe(true)
}

async function fillIn(page: Page) {
  await hydrate(page)
  const form = page.getByRole('form', { name: 'Subscribe' })
  const fields = { 'First name': 'Ada', 'Last name': 'Winter', Email: 'ada@example.com', Phone: '2075550101', Mobile: '2075550102' }
  const there = { 'Company name': 'Winter', Street: 'Harbor 12', City: 'Portland', State: 'ME', 'ZIP code': '04101', Country: 'US' }
  for (const [label, text] of Object.entries({ ...fields, ...there })) await form.getByLabel(label, { exact: true }).fill(text)
  await form.getByRole('button', { name: 'Subscribe' }).click()
}

describe('without a provider', async () => {
  const app = await siteApp()

  test('SUB-3 a plan opens when the admin records a payment; it is canceled and refunded', async () => {
    await using one = await anOwner(app)
    await using admin = await anOwner(app, { on: 'desktop' })
    await app.deps.db.update(accounts).set({ isAdmin: true }).where(eq(accounts.id, admin.owner.accountId))
    const { page, card, visitor } = one
    await page.clock.install()
    await visitor.open(subscriptionPath(card.alias))
    await page.getByRole('link', { name: 'Upgrade to Pro' }).click()
    await fillIn(page)
    await page.getByText('Request received.').waitFor()

    await admin.visitor.open('/admin/billing')
    await admin.page.getByRole('link', { name: `/${card.alias}` }).click()
    await admin.page.getByRole('link', { name: 'Record a payment' }).click()
    await admin.page.getByRole('dialog').getByRole('button', { name: 'Record a payment' }).click()
    await admin.page
      .getByRole('status')
      .getByText(/^Recorded a payment for /)
      .waitFor()

    await waitForState(page, page.getByRole('heading', { name: 'PRO active' }))
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

    await admin.page.getByRole('link', { name: /^Refund…/ }).click()
    const refund = admin.page.getByRole('dialog')
    await refund.getByLabel('Amount').fill('5')
    await refund.getByRole('button', { name: 'Record a refund' }).click()
    await waitForState(page, page.getByText('$5 refunded'))
    expect(await findAccessibilityIssues(page)).toEqual([])
  })

  test('SUB-2 the page and its forms work without scripts and fit 320 pixels', async () => {
    await using one = await anOwner(app, { on: 'narrow', javaScriptEnabled: false })
    await one.visitor.open(`${subscriptionPath(one.card.alias)}&change_subscription=yes`)
    await one.page.getByRole('button', { name: 'Subscribe' }).click()
    await one.page.getByText('Correct the errors!').first().waitFor()
    expect(await one.page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  })
})

describe('with a provider', () => {
  let ends: AsyncDisposableStack
  let app: App
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
    app = ends.use(await createApp(readSettings(environment), { works: false, log: silentLog, pages: false }))
    const site = ends.use(await startSite({ environment }))
    url = site.url.replace('127.0.0.1', 'localhost')
    stripe.webhooks.listener = `${site.url}/remote/subscription/events`
  })
  afterAll(() => ends.disposeAsync())

  test('SUB-3 a payment is processing until the webhook, then PRO with card and invoice', async () => {
    await using one = await anOwner(app, { on: 'desktop', baseURL: url })
    const { page, card, visitor } = one
    await page.clock.install()
    await visitor.open(`${subscriptionPath(card.alias)}&change_subscription=yes`)
    await fillIn(page)
    await page.getByRole('button', { name: 'Card declined' }).click()
    await page
      .getByText(/declined|refused/i)
      .first()
      .waitFor()
    stripe.webhooks.mood = 'hold'
    await page.getByRole('button', { name: 'Pay', exact: true }).click()
    await page.getByText('Processing your payment…').waitFor()
    expect(await findAccessibilityIssues(page)).toEqual([])
    stripe.webhooks.mood = 'deliver'
    await stripe.deliver()
    await waitForState(page, page.getByRole('heading', { name: 'PRO active' }))
    await page.getByText(/ending in \d{4}/).waitFor()
    await waitForState(page, page.getByText('Paid', { exact: true }))

    await page.getByRole('button', { name: 'Update payment method' }).click()
    await page.getByRole('button', { name: 'Update card', exact: true }).click()
    await waitForState(page, page.getByText('Mastercard ending in 4444'))
    await page.getByText('Cancel PRO…').click()
    await page.getByRole('button', { name: 'Yes, cancel PRO' }).click()
    await page.getByText('Canceled. You won’t be charged again.').waitFor()
    await page.getByRole('button', { name: 'Keep PRO' }).click()
    await page.getByText('PRO will continue.').waitFor()
  })

  test('SUB-3 a provider that does not respond changes nothing and shows an error', async () => {
    await using one = await anOwner(app, { baseURL: url })
    onTestFinished(() => void (stripe.mood = 'good'))
    stripe.mood = 'broken'
    await one.visitor.open(`${subscriptionPath(one.card.alias)}&change_subscription=yes`)
    one.visitor.allow(/503/)
    await fillIn(one.page)
    await one.page
      .getByText(/Error saving subscription/)
      .first()
      .waitFor()
    expect(await one.page.getByLabel('Street').inputValue()).toBe('Harbor 12')
  })
})
