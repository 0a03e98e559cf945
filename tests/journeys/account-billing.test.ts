import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createApp, type App } from '#server/app.ts'
import { readSettings } from '#server/settings.ts'
import { siteApp } from '../harness/site-app.ts'
import { aDatabase } from '../harness/database.ts'
import { findAccessibilityIssues } from '../harness/find-accessibility-issues.ts'
import { silentLog } from '#server/integrations/silent-log.ts'
import { patientWaits } from '../harness/patient-waits.ts'
import { startSite } from '../harness/site.ts'
import { stripeStandIn } from '../stand-ins/stripe.ts'
import { anOwner, fillIn, subscriptionPath, waitForState } from './account-billing-steps.ts'

describe('without a provider', async () => {
  const app = await siteApp()

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
    app = ends.use(await createApp(readSettings(environment), { works: false, log: silentLog, pages: false, waits: patientWaits }))
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
