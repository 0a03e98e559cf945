import { asc, eq, sql } from 'drizzle-orm'
import type { Db } from '#server/database/database.ts'
import { subjectComponents, subjectServices, subjectVersions } from '../tables.ts'

export async function listVersionsOf(db: Db, subjectId: string) {
  return db.select().from(subjectVersions).where(eq(subjectVersions.subjectId, subjectId)).orderBy(asc(subjectVersions.name))
}

export async function listServicesOf(db: Db, subjectId: string) {
  return db.select().from(subjectServices).where(eq(subjectServices.subjectId, subjectId)).orderBy(asc(subjectServices.gradeServiceId))
}

export async function insertServices(tx: Db, rows: (typeof subjectServices.$inferInsert)[]): Promise<void> {
  if (rows.length > 0) await tx.insert(subjectServices).values(rows).onConflictDoNothing()
}

export async function insertComponents(tx: Db, rows: (typeof subjectComponents.$inferInsert)[]): Promise<void> {
  if (rows.length > 0) await tx.insert(subjectComponents).values(rows).onConflictDoNothing()
}

export async function findDraftFields(db: Db, subjectId: string): Promise<Record<string, unknown> | null> {
  const { rows } = await db.execute<{ fields: Record<string, unknown> }>(sql`select fields from card_draft where subject_id = ${subjectId}`)
  return rows[0]?.fields ?? null
}

export async function insertDraftFields(tx: Db, subjectId: string, fields: object, now: Date): Promise<void> {
  await tx.execute(sql`insert into card_draft (subject_id, revision, fields, saved_at)
    values (${subjectId}, 1, ${JSON.stringify(fields)}::jsonb, ${now.toISOString()}::timestamptz)`)
}

/** The kinds of services that this installation knows. */
export async function listServiceKindIds(db: Db): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`select id from grade_service`)
  return rows.map(({ id }) => id)
}
