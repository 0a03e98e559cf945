import { createApp } from '#server/app.ts'
import { hashPassword } from '#server/accounts/sign-in/hash-password.ts'
import { setAdmin } from '#server/accounts/set-admin.ts'
import { accounts } from '#server/accounts/tables.ts'
import { readSettings } from '#server/settings.ts'
import { eq } from 'drizzle-orm'
import { aCard } from '../../tests/factories/cards.ts'
import { signedIn, signedInAs } from '../../tests/harness/signed-in.ts'
import { silentLog } from '#server/integrations/silent-log.ts'
import { cardValue } from './card-value.ts'
import { createExpectations, type Expectations } from './expectations.ts'

/** A logged-in owner with a card, and the acknowledged state. */
export type Owner = {
  id: string
  alias: string
  email: string
  cookie: string
  /** The cookies of later sessions. */
  sessions: string[]
  /** The key of a contact in the expectations. */
  keys: Map<string, string>
  expectations: Expectations
  pending: Repeat[]
}
/** Unanswered requests with an idempotency key: sent again, they take effect once. */
export type Repeat = { what: string; again(url: string): Promise<void>; withOtherWords?(url: string): Promise<void> }
export type SeededOwners = { owners: Owner[]; admin: { cookie: string } }

export const password = 'Lamp above 1 door'

/** Cards and their owners, before the first kill. */
export async function seedOwners(environment: NodeJS.ProcessEnv, size: number): Promise<SeededOwners> {
  await using app = await createApp(readSettings(environment), { log: silentLog, pages: false, works: false })
  const { deps } = app
  const passwordHash = await hashPassword(password)
  const owners: Owner[] = []
  for (let number = 0; number < size; number++) {
    const { id, alias } = await aCard(deps)
    const { email, cookie, accountId } = await signedIn(app, id)
    await deps.db.update(accounts).set({ passwordHash, emailVerifiedAt: new Date() }).where(eq(accounts.id, accountId))
    const expectations = createExpectations()
    expectations.acknowledge('card', cardValue({ title: 'Broker', portrait: '', review: '' }, {}))
    owners.push({ id, alias, email, cookie, sessions: [], keys: new Map(), expectations, pending: [] })
  }
  const { id } = await aCard(deps, { plan: 'FREE' })
  const { email } = await signedIn(app, id)
  await deps.changes.write((tx) => setAdmin(tx, email, true))
  const { cookie } = await signedInAs(app, email)
  return { owners, admin: { cookie } }
}
