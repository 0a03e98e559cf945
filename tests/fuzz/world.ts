import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { setOperator } from '#server/accounts/set-operator.ts'
import type { App } from '#server/app.ts'
import { newId } from '#server/db/new-id.ts'
import { aCard } from '../factories/cards.ts'
import { aContact } from '../factories/contacts.ts'
import { signedIn, signedInAs } from '../harness/signed-in.ts'
import type { Who } from './calls.ts'

type Person = Record<'alias' | 'subjectId' | 'key' | 'contactId' | 'sessionId' | 'passkeyId' | 'cookie', string>
/** Who is there just now: two owners, the first an owner who calls, and an operator. */
export type World = { own: Person; other: Person; operator: Person }

export async function aPerson({ fetch, needs }: Pick<App, 'fetch' | 'needs'>): Promise<Person> {
  const card = await aCard(needs, { services: [{ gradeServiceId: 7, directLink: 'https://www.linkedin.com/in/somebody' }] })
  const contact = await aContact(needs, card.id)
  const owner = await signedIn({ fetch, needs }, card.id)
  const passkeyId = newId(Date.now())
  await needs.db.execute(
    sql`insert into passkey (account_id, id, credential_id, public_key, name) values (${owner.accountId}, ${passkeyId}, ${passkeyId}, '\\x00', 'a key')`,
  )
  const { rows } = await needs.db.execute<{ key: string }>(sql`select key from subject where id = ${card.id}`)
  const { sessionId, cookie } = owner
  return { alias: card.alias, subjectId: card.id, key: rows[0]?.key ?? '', contactId: contact.id, sessionId, passkeyId, cookie }
}

export async function anOperator(app: Pick<App, 'fetch' | 'needs'>): Promise<Person> {
  const person = await aPerson(app)
  const { rows } = await app.needs.db.execute<{ email: string }>(
    sql`select email from account join membership on account_id = account.id where subject_id = ${person.subjectId}`,
  )
  const email = rows[0]?.email ?? ''
  await app.needs.changes.write((tx) => setOperator(tx, email, true))
  const { sessionId, cookie } = await signedInAs(app, email)
  return { ...person, sessionId, cookie }
}

export async function aWorld(app: Pick<App, 'fetch' | 'needs'>): Promise<World> {
  return { own: await aPerson(app), other: await aPerson(app), operator: await anOperator(app) }
}

const personOf = (world: World, as: Who) => (as === 'operator' ? world.operator : world.own)
export const cookieFor = (world: World, as: Who) => (as === 'visitor' ? undefined : personOf(world, as).cookie)

/** `~own.alias~` and its like become what they stand for now. */
export function fillIn(text: string, world: World, as: Who, turn: number): string {
  if (!text.includes('~')) return text
  return text.replace(/~(own|other|turn)\.(\w+)~/g, (word, of: string, what: string) => {
    if (of === 'turn') return what === 'uuid' ? randomUUID() : String(turn)
    const person = of === 'other' ? world.other : personOf(world, as)
    return Object.hasOwn(person, what) ? String(Reflect.get(person, what)) : word
  })
}
