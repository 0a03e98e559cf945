import type { Db } from '#server/database/database.ts'
import { listSubjectsById } from '../card-store.ts'

/** Every word these cards go by: their addresses, their people, their companies. */
export async function nameCards(db: Db, ids: readonly string[]): Promise<string[]> {
  return (await listSubjectsById(db, ids)).flatMap(({ alias, fullName, companyName }) => [alias, fullName, companyName])
}

/** The names of these cards. */
export async function listCardsById(db: Db, ids: readonly string[]): Promise<{ id: string; alias: string; fullName: string }[]> {
  return (await listSubjectsById(db, ids)).map(({ id, alias, fullName }) => ({ id, alias, fullName }))
}
