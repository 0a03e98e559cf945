import { createHash } from 'node:crypto'
import { and, eq, gt, inArray, lte } from 'drizzle-orm'
import type { Db } from '#server/database/database.ts'
import { keyedHash } from '#server/database/keyed-hash.ts'
import { aliases, releasedAliases } from '../tables.ts'

const hashOf = (db: Db, name: string, now: Date) => keyedHash(db, `alias ${name.toLowerCase()}`, now)
/** Older versions stored an unkeyed hash; such rows expire after 90 days at most. */
const plainHashOf = (name: string) => createHash('sha256').update(name.toLowerCase()).digest()

export async function listAliasesOf(db: Db, subjectId: string): Promise<string[]> {
  const rows = await db.select({ name: aliases.name }).from(aliases).where(eq(aliases.subjectId, subjectId))
  return rows.map(({ name }) => name)
}

export async function insertReleased(tx: Db, names: readonly string[], until: Date): Promise<void> {
  for (const name of names) {
    const row = { nameHash: await hashOf(tx, name, until), until }
    await tx.insert(releasedAliases).values(row).onConflictDoUpdate({ target: releasedAliases.nameHash, set: { until } })
  }
}

export async function isRecentlyReleased(db: Db, name: string, now: Date): Promise<boolean> {
  const hashes = [await hashOf(db, name, now), plainHashOf(name)]
  const [row] = await db
    .select({ until: releasedAliases.until })
    .from(releasedAliases)
    .where(and(inArray(releasedAliases.nameHash, hashes), gt(releasedAliases.until, now)))
  return row !== undefined
}

export async function deleteExpiredReleases(tx: Db, now: Date): Promise<void> {
  await tx.delete(releasedAliases).where(lte(releasedAliases.until, now))
}
