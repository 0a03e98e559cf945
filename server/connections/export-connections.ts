import type { ArchivedCard } from '#contract/accounts/archive.ts'
import type { Db } from '#server/database/database.ts'
import { listConnectionsOf } from './connection-store.ts'

/** The connections of a card, without their signing secrets. */
export async function exportConnections(db: Db, subjectId: string): Promise<ArchivedCard['connections']> {
  return (await listConnectionsOf(db, subjectId)).map(({ preset, name, url, types, isFull, offReason, createdAt }) => ({
    preset,
    name,
    url,
    types,
    isFull,
    isOn: offReason === null,
    createdAt: createdAt.toISOString(),
  }))
}
