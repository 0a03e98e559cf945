import { describeAccount } from '#server/accounts/describe-account.ts'
import type { DoneAct } from '#server/audit/write-act.ts'
import { listCardsById } from '#server/cards/owned/list-cards-by-id.ts'
import type { Db } from '#server/database/database.ts'

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
