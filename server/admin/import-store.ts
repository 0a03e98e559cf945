import { and, asc, desc, eq, gt, lt, sql } from 'drizzle-orm'
import type { ImportIssue } from '#contract/admin/admin.ts'
import type { Db } from '#server/database/database.ts'
import { newId } from '#server/database/new-id.ts'
import { cardImportIssues, cardImportParts, cardImports, type CardImportRow } from './tables.ts'

export async function insertImport(tx: Db, row: typeof cardImports.$inferInsert): Promise<void> {
  await tx.insert(cardImports).values(row)
}

export async function findImport(db: Db, id: string): Promise<CardImportRow | null> {
  const [row] = await db.select().from(cardImports).where(eq(cardImports.id, id))
  return row ?? null
}

/** Locks the row until the transaction ends; null if there is none. */
export async function lockImport(tx: Db, id: string): Promise<CardImportRow | null> {
  const [row] = await tx.select().from(cardImports).where(eq(cardImports.id, id)).for('update')
  return row ?? null
}

export async function updateImport(tx: Db, id: string, set: Partial<Omit<CardImportRow, 'id'>>): Promise<void> {
  await tx.update(cardImports).set(set).where(eq(cardImports.id, id))
}

export async function listImportRows(db: Db, { before, limit }: { before: string | undefined; limit: number }): Promise<CardImportRow[]> {
  return db
    .select()
    .from(cardImports)
    .where(before === undefined ? undefined : lt(cardImports.id, before))
    .orderBy(desc(cardImports.id))
    .limit(limit)
}

export async function deleteImportsBefore(tx: Db, moment: Date): Promise<void> {
  await tx.delete(cardImports).where(lt(cardImports.createdAt, moment))
}

/** Removes the name of a deleted account from its imports. */
export async function clearLostImporters(tx: Db): Promise<void> {
  await tx.execute(sql`update card_import set account_id = null, actor = 'deleted account'
    where account_id is not null and not exists (select 1 from account where account.id = card_import.account_id)`)
}

export async function countParts(db: Db, importId: string): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(cardImportParts)
    .where(eq(cardImportParts.importId, importId))
  return row?.count ?? 0
}

export async function insertPart(tx: Db, row: typeof cardImportParts.$inferInsert): Promise<void> {
  await tx.insert(cardImportParts).values(row)
}

/** The file, part by part. */
export async function* readParts(db: Db, importId: string): AsyncGenerator<Buffer> {
  for (let place = 0; ; place++) {
    const where = and(eq(cardImportParts.importId, importId), eq(cardImportParts.place, place))
    const [part] = await db.select({ bytes: cardImportParts.bytes }).from(cardImportParts).where(where)
    if (!part) return
    yield part.bytes
  }
}

export async function deleteParts(tx: Db, importId: string): Promise<void> {
  await tx.delete(cardImportParts).where(eq(cardImportParts.importId, importId))
}

export async function deleteIssues(tx: Db, importId: string): Promise<void> {
  await tx.delete(cardImportIssues).where(eq(cardImportIssues.importId, importId))
}

export async function insertIssues(tx: Db, importId: string, issues: readonly ImportIssue[]): Promise<void> {
  if (issues.length === 0) return
  await tx.insert(cardImportIssues).values(issues.map((issue) => ({ importId, id: newId(), ...issue })))
}

export async function listIssues(db: Db, importId: string, { after, limit }: { after: number; limit: number }): Promise<ImportIssue[]> {
  const { line, field, code, values, message } = cardImportIssues
  return db
    .select({ line, field, code, values, message })
    .from(cardImportIssues)
    .where(and(eq(cardImportIssues.importId, importId), gt(line, after)))
    .orderBy(asc(line), asc(cardImportIssues.id))
    .limit(limit)
}
