import { describeAccount } from '#server/accounts/read-account.ts'
import { commandLine, type DoneAct, withAct } from '#server/audit/write-act.ts'
import { listCardsById } from '#server/cards/owned/list-cards.ts'
import type { Db } from '#server/database/database.ts'
import type { House, Rooms } from './house.ts'

/** The rooms, with a door to the database through which what this command does is written down: both or neither. */
export async function recorded(house: House, done: DoneAct): Promise<Rooms> {
  const rooms = await house.open()
  return { ...rooms, changes: withAct({ changes: rooms.changes, clock: house.clock }, commandLine, done) }
}

/** For what is done elsewhere than in the database: written down when it is done. */
export async function record(house: House, done: DoneAct): Promise<void> {
  const { changes } = await recorded(house, done)
  await changes.write(async () => {})
}

/** An operator by their email, an owner by their oldest card, and only an account without a card by its email. Null: there is no account. */
export async function forWhom(db: Db, email: string): Promise<Omit<DoneAct, 'act'> | null> {
  const address = email.trim().toLowerCase()
  const account = await describeAccount(db, address)
  if (!account) return null
  const [subjectId] = account.subjectIds
  const [card] = subjectId === undefined ? [] : await listCardsById(db, [subjectId])
  return {
    ...(card ? { subjectId: card.id, alias: card.alias } : {}),
    ...(account.isOperator ? { detail: { operator: address } } : card ? {} : { detail: { account: address } }),
  }
}
