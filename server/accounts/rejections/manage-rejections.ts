import type { MailRejection } from '#contract/accounts/accounts.ts'
import type { ArchivedRejection } from '#contract/accounts/archive.ts'
import type { Db } from '#server/database/database.ts'
import { findAccount } from '../account-store.ts'
import type { OwnerSession } from '../sessions/require-owner.ts'
import { deleteRefusedAddresses, findRefused, listRefusedOfCard } from './rejection-store.ts'
import type { RefusedRecipient } from '../tables.ts'

type Owner = Pick<OwnerSession, 'accountId'>

export {
  deleteAllRefused as clearAllRejections,
  deleteRefused as clearRejection,
  listRefused as listRejections,
} from './rejection-store.ts'

/** Deletes what is stored about erased contacts' addresses. */
export async function eraseRejectionsOf(tx: Db, subjectId: string, addresses: readonly string[]): Promise<void> {
  if (addresses.length > 0) await deleteRefusedAddresses(tx, addresses, subjectId)
}

/** The rejection of the owner's own address, never of another's. */
export async function readOwnRejection(db: Db, { accountId }: Owner): Promise<MailRejection | null> {
  const account = await findAccount(db, accountId)
  const found = account && (await findRefused(db, account.email))
  return found ? { answer: found.answer, lastAt: found.lastAt.toISOString(), isPaused: found.pausedAt !== null } : null
}

export async function clearOwnRejection(db: Db, { accountId }: Owner): Promise<void> {
  const account = await findAccount(db, accountId)
  if (account) await deleteRefusedAddresses(db, [account.email])
}

/** For a card's archive: refused addresses of mails about it, such as visitors'. */
export const exportRejections = async (db: Db, subjectId: string): Promise<ArchivedRejection[]> =>
  (await listRefusedOfCard(db, subjectId)).map(describeRejection)

export const describeRejection = ({ address, answer, count, firstAt, lastAt }: RefusedRecipient): ArchivedRejection => ({
  address,
  answer,
  count,
  firstAt: firstAt.toISOString(),
  lastAt: lastAt.toISOString(),
})
