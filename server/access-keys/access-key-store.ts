import { and, asc, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import { accessKeysMax } from '#contract/access-key-choices.ts'
import type { Db } from '#server/database/database.ts'
import { accessKeys, type AccessKeyRow } from './tables.ts'

/** Serializes the creation of a card's keys. */
export async function lockKeys(tx: Db, subjectId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`access-keys:${subjectId}`}, 0))`)
}

export async function listKeysOf(db: Db, subjectId: string): Promise<AccessKeyRow[]> {
  return db
    .select()
    .from(accessKeys)
    .where(eq(accessKeys.subjectId, subjectId))
    .orderBy(asc(accessKeys.createdAt), asc(accessKeys.id))
    .limit(accessKeysMax)
}

export async function findKey(db: Db, keyHash: Buffer): Promise<AccessKeyRow | null> {
  const [row] = await db
    .select()
    .from(accessKeys)
    .where(eq(accessKeys.keyHash, sql.placeholder('keyHash')))
    .prepare('access_key_by_hash')
    .execute({ keyHash })
  return row ?? null
}

export async function insertKey(tx: Db, row: AccessKeyRow): Promise<void> {
  await tx.insert(accessKeys).values(row)
}

/** Records a use, unless another server just did. */
export async function touchKey(db: Db, id: string, { now, before }: { now: Date; before: Date }): Promise<void> {
  await db
    .update(accessKeys)
    .set({ lastUsedAt: now })
    .where(and(eq(accessKeys.id, id), or(isNull(accessKeys.lastUsedAt), lt(accessKeys.lastUsedAt, before))))
}

export async function deleteKeysOf(tx: Db, subjectIds: string[]): Promise<number> {
  const deleted = await tx.delete(accessKeys).where(inArray(accessKeys.subjectId, subjectIds)).returning({ id: accessKeys.id })
  return deleted.length
}

export async function deleteKey(db: Db, { subjectId, id }: { subjectId: string; id: string }): Promise<boolean> {
  const deleted = await db
    .delete(accessKeys)
    .where(and(eq(accessKeys.subjectId, subjectId), eq(accessKeys.id, id)))
    .returning({ id: accessKeys.id })
  return deleted.length > 0
}
