import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { accounts } from '#server/accounts/tables.ts'
import { findAccessibilityIssues } from '../harness/find-accessibility-issues.ts'
import { siteApp } from '../harness/site-app.ts'
import { anOwner, fillIn, subscriptionPath, waitForState } from './account-billing-steps.ts'

const app = await siteApp()

test('SUB-3 without a provider an admin records a payment, cancellation and refund', async () => {
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
