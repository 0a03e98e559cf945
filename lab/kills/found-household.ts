import { createApp } from '#server/app.ts'
import { hashPassword } from '#server/accounts/sign-in/hash-password.ts'
import { setOperator } from '#server/accounts/set-operator.ts'
import { accounts } from '#server/accounts/tables.ts'
import { readSettings } from '#server/settings.ts'
import { eq } from 'drizzle-orm'
import { aCard } from '../../tests/factories/cards.ts'
import { signedIn, signedInAs } from '../../tests/harness/signed-in.ts'
import { silentLog } from '../../tests/harness/silent-log.ts'
import { cardValue } from './card-value.ts'
import { openBook, type Book } from './open-book.ts'

/** Somebody with a card, signed in, and what they were promised. */
export type Owner = {
  id: string
  alias: string
  email: string
  cookie: string
  /** The cookies of sessions that were begun since. */
  sessions: string[]
  /** Where a contact of this name stands in the book. */
  keys: Map<string, string>
  book: Book
  pending: Repeat[]
}
/** What was asked for with a key of its own and not answered: asked again, it is done once. */
export type Repeat = { what: string; again(url: string): Promise<void>; withOtherWords?(url: string): Promise<void> }
export type Household = { owners: Owner[]; operator: { cookie: string } }

export const password = 'Lamp above 1 door'

/** Cards and their owners, before anybody is killed. */
export async function foundHousehold(environment: NodeJS.ProcessEnv, size: number): Promise<Household> {
  await using app = await createApp(readSettings(environment), { log: silentLog, pages: false, works: false })
  const { needs } = app
  const passwordHash = await hashPassword(password)
  const owners: Owner[] = []
  for (let number = 0; number < size; number++) {
    const { id, alias } = await aCard(needs)
    const { email, cookie, accountId } = await signedIn(app, id)
    await needs.db.update(accounts).set({ passwordHash, emailVerifiedAt: new Date() }).where(eq(accounts.id, accountId))
    const book = openBook()
    book.is('card', cardValue({ title: 'Broker', portrait: '', review: '' }, {}))
    owners.push({ id, alias, email, cookie, sessions: [], keys: new Map(), book, pending: [] })
  }
  const { id } = await aCard(needs, { plan: 'FREE' })
  const { email } = await signedIn(app, id)
  await needs.changes.write((tx) => setOperator(tx, email, true))
  const { cookie } = await signedInAs(app, email)
  return { owners, operator: { cookie } }
}
