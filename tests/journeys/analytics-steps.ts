import type { Page } from 'playwright-core'
import type { PlanCode } from '#contract/billing/plans.ts'
import { aCard } from '../factories/cards.ts'
import { siteApp } from '../harness/site-app.ts'
import { signedIn } from '../harness/signed-in.ts'
import { theSite } from '../harness/the-site.ts'
import { aVisitor } from '../harness/visitor.ts'

const app = await siteApp()

/** The owner of a card with three views and two clicks today. */
export async function anOwner({ plan = 'PRO', ...options }: { plan?: PlanCode } & Parameters<typeof aVisitor>[0] = {}) {
  const card = await aCard(app.deps, { plan })
  const events = [
    ...Array.from({ length: 3 }, () => ({ name: 'open_carte', params: { platform_used: 'Mobile' } })),
    { name: 'homepage_click', params: { homepage_click: 'Instagram' } },
    { name: 'homepage_click', params: { homepage_click: 'Call Me' } },
  ]
  const site = theSite().url
  await fetch(new URL('/remote/api/public/track', site), {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': 'Mozilla/5.0 (iPhone) Safari/605.1', origin: site, 'x-csrf': '1' },
    body: JSON.stringify({ alias: card.alias, events }),
  })
  const { cookie } = await signedIn(app, card.id)
  const visitor = await aVisitor(options)
  await visitor.setSession(cookie)
  return {
    card,
    visitor,
    page: visitor.page,
    analytics: `/${card.alias}/analytics`,
    [Symbol.asyncDispose]: () => visitor[Symbol.asyncDispose](),
  }
}

export const number = (page: Page, name: string) => page.getByRole('article').filter({ has: page.getByRole('heading', { name }) })
