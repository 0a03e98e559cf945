import { eq } from 'drizzle-orm'
import { contacts } from '#server/contacts/tables.ts'
import { aCard } from '../factories/cards.ts'
import { siteApp } from '../harness/site-app.ts'
import type { Visitor } from '../harness/visitor.ts'

const app = await siteApp()

export type Setting = { enabled?: boolean; desktopEnabled?: boolean; timeout?: number; applyTags?: string }

export const aCapturingCard = (connectClientsSetting: Setting = { timeout: 0 }) => aCard(app.deps, { settings: { connectClientsSetting } })
export const contactsOf = ({ id }: { id: string }) => app.deps.db.select().from(contacts).where(eq(contacts.subjectId, id))
export const dialog = ({ page }: Visitor) => page.getByRole('dialog', { name: 'Let’s connect' })
export const form = ({ page }: Visitor) => page.locator('.connect-form')
export const field = (visitor: Visitor, name: string) => form(visitor).getByRole('textbox', { name, exact: true })
export const connect = (visitor: Visitor) => form(visitor).getByRole('button', { name: 'Connect' })
export const tobias = { 'First name': 'Tobias', 'Last name': 'Wren', Phone: '(207) 555-0199', Email: 'tobias@example.com' }
export const fill = async (visitor: Visitor, entry: Record<string, string> = tobias) => {
  for (const [name, text] of Object.entries(entry)) await field(visitor, name).fill(text)
}

export const readState = ({ page }: Visitor, alias: string) =>
  page.evaluate((name) => JSON.parse(localStorage.getItem(`card:${name}`) ?? '{}') as Record<string, unknown>, alias)
