import { createHash } from 'node:crypto'
import type { Db } from '#server/database/database.ts'
import { isConsumed, consume } from '#server/database/consume.ts'
import { RecipientRefused } from '#server/integrations/mail/recipient-refused.ts'
import { listOwners } from './list-owners.ts'

type Owner = Awaited<ReturnType<typeof listOwners>>[number]
/** `kind` and `about` identify the notification; deliveries are remembered until `until`. */
type OwnerNotification = { subjectId: string; kind: string; about: string; until: Date }

/**
 * Calls `send` once per owner and notification, also if the address is refused permanently; `mail` identifies that delivery. A failed owner doesn't block the others: failures
 * are thrown after every owner was tried, so that the retried job reaches those who are left.
 */
export async function sendToOwners(
  db: Db,
  { subjectId, kind, about, until }: OwnerNotification,
  send: (owner: Owner, mail: string) => Promise<void>,
): Promise<void> {
  const errors: unknown[] = []
  for (const owner of await listOwners(db, subjectId)) await sendOnce(owner).catch((error) => errors.push(error))
  // The log writes the cause of an AggregateError, but not its errors.
  if (errors.length > 1) throw new AggregateError(errors, `${errors.length} owners were not reached`, { cause: errors[0] })
  if (errors.length === 1) throw errors[0]

  async function sendOnce(owner: Owner) {
    const mail = createHash('sha256').update(`${about} ${owner.email}`).digest('base64url')
    if (await isConsumed(db, kind, mail)) return
    await send(owner, mail).catch((error: unknown) => {
      if (!(error instanceof RecipientRefused)) throw error
    })
    await consume(db, kind, mail, until)
  }
}
