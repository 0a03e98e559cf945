import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm'
import type { Db } from '#server/database/database.ts'
import { listTakenAliases } from '../card-store.ts'
import { checkAlias } from '../owned/create-card.ts'
import { reservedAliases } from '../tables.ts'

type ReservedAlias = { name: string; note: string; createdAt: Date }

/** Reserved aliases in order, after the cursor; with `search` only those that contain it. */
export async function listReservedAliases(db: Db, { after = '', search = '', limit = 1000 } = {}): Promise<ReservedAlias[]> {
  const { name, note, createdAt } = reservedAliases
  return db
    .select({ name, note, createdAt })
    .from(reservedAliases)
    .where(and(gt(name, after), search ? sql`strpos(${name}, ${search.toLowerCase()}) > 0` : undefined))
    .orderBy(asc(name))
    .limit(limit)
}

/** Which of these names are reserved. */
async function listReservedAmong(db: Db, names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return []
  const { name } = reservedAliases
  const found = await db
    .select({ name })
    .from(reservedAliases)
    .where(inArray(name, [...names]))
  return found.map((row) => row.name)
}

/** Reserves an alias. A card that already has it keeps it; reserving again replaces the note. */
export async function addReservedAlias(tx: Db, { name, note = '' }: { name: string; note?: string }, now: Date): Promise<string> {
  const alias = checkAlias(name.trim())
  await tx
    .insert(reservedAliases)
    .values({ name: alias, note, createdAt: now })
    .onConflictDoUpdate({ target: reservedAliases.name, set: { note } })
  return alias
}

/** Releases a reserved alias; false if it wasn't reserved. */
export async function removeReservedAlias(tx: Db, name: string): Promise<boolean> {
  const deleted = await tx
    .delete(reservedAliases)
    .where(eq(reservedAliases.name, name.trim().toLowerCase()))
    .returning({ name: reservedAliases.name })
  return deleted.length > 0
}

/** Which of these names are in use, and which are reserved. */
export async function listTaken(db: Db, names: readonly string[]): Promise<{ taken: Set<string>; reserved: Set<string> }> {
  const [taken, reserved] = await Promise.all([listTakenAliases(db, names), listReservedAmong(db, names)])
  return { taken: new Set(taken), reserved: new Set(reserved) }
}
