import type { Locator } from 'playwright-core'
import { expect } from 'vitest'
import { setPlan } from '#server/billing/orders/set-plan.ts'
import { aCard } from '../factories/cards.ts'
import type { SiteApp } from '../harness/site-app.ts'
import { signedIn } from '../harness/signed-in.ts'
import { aVisitor, hydrate } from '../harness/visitor.ts'

type Options = NonNullable<Parameters<typeof aVisitor>[0]>
export const subscriptionPath = (alias: string) => `/account/subscription?alias=${alias}`

export async function anOwner(app: SiteApp, options: Options = {}) {
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
export async function waitForState(page: Page, status: Locator) {
  const isUpdated = async () => {
    await page.clock.runFor(8000)
    return status.first().isVisible()
  }
  await expect.poll(isUpdated).toBe(true)
}

export async function fillIn(page: Page) {
  await hydrate(page)
  const form = page.getByRole('form', { name: 'Subscribe' })
  const person = { 'First name': 'Ada', 'Last name': 'Winter', Email: 'ada@example.com', Phone: '2075550101', Mobile: '2075550102' }
  const company = { 'Company name': 'Winter', Street: 'Harbor 12', City: 'Portland', State: 'ME', 'ZIP code': '04101', Country: 'US' }
  for (const [label, text] of Object.entries({ ...person, ...company })) await form.getByLabel(label, { exact: true }).fill(text)
  await form.getByRole('button', { name: 'Subscribe' }).click()
}
