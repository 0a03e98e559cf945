import type { ArchivedCard } from '#contract/accounts/archive.ts'
import type { Db } from '#server/database/database.ts'
import { listKeysOf } from './access-key-store.ts'
import { presentKey } from './present-key.ts'

/** The API keys of a card, without anything that could be used. */
export async function exportKeys(db: Db, subjectId: string): Promise<ArchivedCard['accessKeys']> {
  return (await listKeysOf(db, subjectId)).map((row) => {
    const { name, start, scopes, createdAt, lastUsedAt, expiresAt } = presentKey(row)
    return { name, start, scopes, createdAt, lastUsedOn: lastUsedAt && lastUsedAt.slice(0, 10), expiresAt }
  })
}
