import { describeAccount } from '#server/accounts/describe-account.ts'
import type { DoneAct } from '#server/audit/write-act.ts'
import { listCardsById } from '#server/cards/list-cards-by-id.ts'
import type { Db } from '#server/db/database.ts'

/** An operator by their e-mail, an owner by their oldest card: the book holds no other person's address. Null: nobody. */
export async function forWhom(db: Db, email: string): Promise<Omit<DoneAct, 'act'> | null> {
  const account = await describeAccount(db, email)
  if (!account) return null
  const [subjectId] = account.subjectIds
  const [card] = subjectId === undefined ? [] : await listCardsById(db, [subjectId])
  return {
    ...(card ? { subjectId: card.id, alias: card.alias } : {}),
    ...(account.isOperator ? { detail: { operator: email.trim().toLowerCase() } } : {}),
  }
}
