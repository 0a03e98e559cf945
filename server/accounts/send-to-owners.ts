import { createHash } from 'node:crypto'
import type { Db } from '#server/database/database.ts'
import { isConsumed, consume } from '#server/database/consume.ts'
import { listOwners } from './list-owners.ts'

type Owner = Awaited<ReturnType<typeof listOwners>>[number]
/** `kind` and `about` say what it is; who heard of it is remembered `until` then. */
type News = { subjectId: string; kind: string; about: string; until: Date }

/**
 * To each owner of the card, and once about each thing: `mail` is the name of one mail to one of them. An owner who is not
 * reached keeps nobody else from hearing. That is thrown when all were tried: the job comes again for who is left.
 */
export async function sendToOwners(
  db: Db,
  { subjectId, kind, about, until }: News,
  send: (owner: Owner, mail: string) => Promise<void>,
): Promise<void> {
  const troubles: unknown[] = []
  for (const owner of await listOwners(db, subjectId)) await sendOnce(owner).catch((trouble) => troubles.push(trouble))
  // The log writes a cause, and not what else was gathered.
  if (troubles.length > 1) throw new AggregateError(troubles, `${troubles.length} owners were not reached`, { cause: troubles[0] })
  if (troubles.length === 1) throw troubles[0]

  async function sendOnce(owner: Owner) {
    const mail = createHash('sha256').update(`${about} ${owner.email}`).digest('base64url')
    if (await isConsumed(db, kind, mail)) return
    await send(owner, mail)
    await consume(db, kind, mail, until)
  }
}
