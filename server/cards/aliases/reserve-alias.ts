import { asc, eq, gt, inArray } from 'drizzle-orm'
import type { Db } from '#server/database/database.ts'
import { listTakenAliases } from '../card-store.ts'
import { checkAlias } from '../owned/create-card.ts'
import { reservedAliases } from '../tables.ts'

export type ReservedAlias = { name: string; note: string; createdAt: Date }

/** The addresses that the operator keeps back, in order, behind the one that came last. */
export async function listReservedAliases(db: Db, { after = '', limit = 1000 } = {}): Promise<ReservedAlias[]> {
  const { name, note, createdAt } = reservedAliases
  return db.select({ name, note, createdAt }).from(reservedAliases).where(gt(name, after)).orderBy(asc(name)).limit(limit)
}

/** Which of these names the operator keeps back. */
async function listReservedAmong(db: Db, names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return []
  const { name } = reservedAliases
  const found = await db
    .select({ name })
    .from(reservedAliases)
    .where(inArray(name, [...names]))
  return found.map((row) => row.name)
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

/** Of these names: which are a card’s already, and which the operator keeps back. */
export async function listTaken(db: Db, names: readonly string[]): Promise<{ taken: Set<string>; reserved: Set<string> }> {
  const [taken, reserved] = await Promise.all([listTakenAliases(db, names), listReservedAmong(db, names)])
  return { taken: new Set(taken), reserved: new Set(reserved) }
}
