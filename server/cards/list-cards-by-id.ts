import type { Db } from '#server/db/database.ts'
import { listSubjectsById } from './card-store.ts'

/** The names of these cards. */
export async function listCardsById(db: Db, ids: readonly string[]): Promise<{ id: string; alias: string; fullName: string }[]> {
  return (await listSubjectsById(db, ids)).map(({ id, alias, fullName }) => ({ id, alias, fullName }))
}
