import { createHash } from 'node:crypto'
import { and, eq, gt, inArray, lte } from 'drizzle-orm'
import type { Db } from '#server/database/database.ts'
import { keyedHash } from '#server/database/keyed-hash.ts'
import { aliases, restingAliases } from '../tables.ts'

const hashOf = (db: Db, name: string, now: Date) => keyedHash(db, `alias ${name.toLowerCase()}`, now)
/** Releases before this one kept a hash that anybody can compute: those rest to their end, 90 days at most. */
const plainHashOf = (name: string) => createHash('sha256').update(name.toLowerCase()).digest()

export async function listAliasesOf(db: Db, subjectId: string): Promise<string[]> {
  const rows = await db.select({ name: aliases.name }).from(aliases).where(eq(aliases.subjectId, subjectId))
  return rows.map(({ name }) => name)
}

export async function putToRest(tx: Db, names: readonly string[], until: Date): Promise<void> {
  for (const name of names) {
    const row = { nameHash: await hashOf(tx, name, until), until }
    await tx.insert(restingAliases).values(row).onConflictDoUpdate({ target: restingAliases.nameHash, set: { until } })
  }
}

export async function isAtRest(db: Db, name: string, now: Date): Promise<boolean> {
  const hashes = [await hashOf(db, name, now), plainHashOf(name)]
  const [row] = await db
    .select({ until: restingAliases.until })
    .from(restingAliases)
    .where(and(inArray(restingAliases.nameHash, hashes), gt(restingAliases.until, now)))
  return row !== undefined
}

export async function deleteRested(tx: Db, now: Date): Promise<void> {
  await tx.delete(restingAliases).where(lte(restingAliases.until, now))
}
