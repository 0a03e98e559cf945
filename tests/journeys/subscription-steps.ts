import { eq } from 'drizzle-orm'
import { ownerHref } from '#contract/pages.ts'
import { setPlan } from '#server/billing/orders/set-plan.ts'
import { subscriptions, type Subscription } from '#server/billing/tables.ts'
import { aCard } from '../factories/cards.ts'
import { recordMessages } from '../harness/record-messages.ts'
import { signedIn } from '../harness/signed-in.ts'
import { siteApp } from '../harness/site-app.ts'
import { aVisitor, type Visitor } from '../harness/visitor.ts'

const dayMs = 86_400_000
export const subscriptionPath = (alias: string) => ownerHref(alias, 'subscriptions')
export const form = (alias: string) => `${subscriptionPath(alias)}?change_subscription=yes`
export const subscribe = '**/remote/subscription/me/subscribe'
export const address = { Street: '14 Ferry Point Road', City: 'Port Hadley', State: 'Maine', 'ZIP code': '04099', Country: 'United States' }

type Card = { id: string; alias: string }
type State = Subscription['state'] | 'FREE'
type Facts = Partial<Subscription>

/** Changes a plan while its owner views it, as another instance would. */
export async function setState({ id }: Card, state: State, facts: Facts = {}) {
  const { changes, clock } = (await siteApp()).deps
  await changes.write(async (tx, notify) => {
    const [now, lengths] = [clock.now(), { trialDays: 30, dunningDays: 14 }]
    await setPlan(tx, id, state === 'FREE' ? { plan: 'FREE' } : { plan: 'PRO', state }, { now, lengths })
    if (state !== 'FREE')
      await tx
        .update(subscriptions)
        .set({ state, ...facts })
        .where(eq(subscriptions.subjectId, id))
    notify(`card:${id}`)
  })
}

export async function anOwner(state: State, facts: Facts = {}, options: Parameters<typeof aVisitor>[0] = {}) {
  const app = await siteApp()
  const card = await aCard(app.deps, { plan: 'FREE' })
  await setState(card, state, facts)
  const { cookie } = await signedIn(app, card.id)
  const visitor = await aVisitor(options)
  await visitor.setSession(cookie)
  const waitForMessage = await recordMessages(visitor.page)
  /** Requests that need a script show that it runs; those of the page before may still be answered. */
  const openHydrated = async (path: string) => {
    const stateResponse = visitor.page.waitForResponse(
      (answer) => answer.url().includes('/me/mark/') && answer.frame().url().endsWith(path),
    )
    await visitor.open(path)
    await stateResponse
  }
  return {
    ...visitor,
    card,
    waitForToast: (text: string) => waitForMessage('toast', text),
    openHydrated,
    [Symbol.asyncDispose]: () => visitor[Symbol.asyncDispose](),
  }
}

export type PlanRow = [name: string, state: State, facts: Facts, label: string, link: 'update' | 'change' | null]

/** Opens the subscription of a card in this state: what the page shows of the plan, and what it should show. */
export async function openPlan({ page, open, setSession }: Visitor, [, state, facts, label, link]: PlanRow) {
  const app = await siteApp()
  const trialEndsAt = state === 'trial' ? { trialEndsAt: new Date(app.deps.clock.now().getTime() + 11.5 * dayMs) } : {}
  const card = await aCard(app.deps, { plan: 'FREE' })
  await setState(card, state, { ...facts, ...trialEndsAt })
  await setSession((await signedIn(app, card.id)).cookie)
  await open(subscriptionPath(card.alias))
  const plan = page.locator('.shell-plan')
  const rendered = {
    label: (await plan.locator('span').textContent())?.trim(),
    links: await plan.locator('a').evaluateAll((links) => links.map((one) => one.getAttribute('href'))),
    panels: await page.locator('.ui-state').count(),
    banners: await page.locator('.ui-page-banner b').allTextContents(),
  }
  const target = `/account/subscription?alias=${card.alias}`
  const href = { update: `${target}#update-card`, change: `${target}&change_subscription=yes` }
  // Above each of the owner's pages, in the words of the specification; a page that offers PRO has no second offer.
  const isSilent = /^Free|active$/.test(label) || (state === 'trial' && facts.hasCardOnFile)
  const banner = label === 'Payment Not Processed' ? 'Payment Declined' : label
  return { rendered, expected: { label, links: link ? [href[link]] : [], panels: 1, banners: isSilent ? [] : [banner] } }
}
