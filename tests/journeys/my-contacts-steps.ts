import type { BrowserContextOptions, Page } from 'playwright-core'
import { aCard } from '../factories/cards.ts'
import { aContact } from '../factories/contacts.ts'
import { signedIn } from '../harness/signed-in.ts'
import { siteApp } from '../harness/site-app.ts'
import { aVisitor, hydrate } from '../harness/visitor.ts'

const minuteMs = 60_000
type Guest = Partial<Parameters<typeof aContact>[2]>

/** An owner on the contacts page, newest contact first. */
export async function anOwner({
  guests,
  plan = 'PRO',
  path = '',
  ...options
}: { guests: Guest[]; plan?: 'PRO' | 'FREE'; path?: string; on?: 'phone' | 'desktop' } & BrowserContextOptions) {
  const app = await siteApp()
  const card = await aCard(app.deps, { plan })
  const owner = await signedIn(app, card.id)
  const now = Date.now()
  const contacts = []
  for (const [at, guest] of guests.entries())
    contacts.push(await aContact(app.deps, card.id, { viewed: true, dateCreated: new Date(now - at * minuteMs), ...guest }))
  const visitor = await aVisitor(options)
  await visitor.setSession(owner.cookie)
  await visitor.open(`/${card.alias}/my-contacts${path}`)
  if (options.javaScriptEnabled !== false) await hydrate(visitor.page)
  return { card, owner, contacts, visitor, page: visitor.page, [Symbol.asyncDispose]: () => visitor[Symbol.asyncDispose]() }
}

export const rows = (page: Page) => page.locator('.contacts-rows').getByRole('link')
export const sheet = (page: Page, name = 'Tobias Wren') => page.getByRole('dialog', { name })
export const tobias = { name: 'Tobias', lastName: 'Wren', companyName: 'Wren & Daughters', viewed: false }
export const manyGuests = (count: number): Guest[] => Array.from({ length: count }, (_, at) => ({ name: `Guest${at}` }))
