import { asc, eq } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { checkAlias } from './create-card.ts'
import { reservedAliases } from './tables.ts'

export type ReservedAlias = { name: string; note: string; createdAt: Date }

const listMax = 1000

/** The addresses that the operator keeps back, in order. */
export async function listReservedAliases(db: Db): Promise<ReservedAlias[]> {
  const { name, note, createdAt } = reservedAliases
  return db.select({ name, note, createdAt }).from(reservedAliases).orderBy(asc(name)).limit(listMax)
}

/** Keeps an address back. Whoever has it already keeps it; added again, its note is the new one. */
export async function addReservedAlias(tx: Db, { name, note = '' }: { name: string; note?: string }, now: Date): Promise<string> {
  const alias = checkAlias(name.trim())
  await tx
    .insert(reservedAliases)
    .values({ name: alias, note, createdAt: now })
    .onConflictDoUpdate({ target: reservedAliases.name, set: { note } })
  return alias
}

/** Lets an address go; false where it was not kept back. */
export async function removeReservedAlias(tx: Db, name: string): Promise<boolean> {
  const gone = await tx
    .delete(reservedAliases)
    .where(eq(reservedAliases.name, name.trim().toLowerCase()))
    .returning({ name: reservedAliases.name })
  return gone.length > 0
}
