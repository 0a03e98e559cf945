import { createHash } from 'node:crypto'
import { and, eq, gt, lte } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { aliases, restingAliases } from './tables.ts'

const hashOf = (name: string) => createHash('sha256').update(name.toLowerCase()).digest()

export async function listAliasesOf(db: Db, subjectId: string): Promise<string[]> {
  const rows = await db.select({ name: aliases.name }).from(aliases).where(eq(aliases.subjectId, subjectId))
  return rows.map(({ name }) => name)
}

export async function putToRest(tx: Db, names: readonly string[], until: Date): Promise<void> {
  const rows = names.map((name) => ({ nameHash: hashOf(name), until }))
  if (rows.length > 0) await tx.insert(restingAliases).values(rows).onConflictDoUpdate({ target: restingAliases.nameHash, set: { until } })
}

export async function isAtRest(db: Db, name: string, now: Date): Promise<boolean> {
  const [row] = await db
    .select({ until: restingAliases.until })
    .from(restingAliases)
    .where(and(eq(restingAliases.nameHash, hashOf(name)), gt(restingAliases.until, now)))
  return row !== undefined
}

export async function deleteRested(tx: Db, now: Date): Promise<void> {
  await tx.delete(restingAliases).where(lte(restingAliases.until, now))
}
