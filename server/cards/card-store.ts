import { and, asc, eq, ilike, or, sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { problem } from '#server/http/problem.ts'
import { aliases, subjects, subjectVersions, type Subject } from './tables.ts'

export type FoundCard = { subject: Subject; overrides: Partial<Subject> | null }

/** A card by its alias, with the overrides of the named version; null where either is unknown. */
export async function findCard(db: Db, alias: string, version: string | undefined): Promise<FoundCard | null> {
  const [row] = await db
    .select({ subject: subjects, overrides: subjectVersions.overrides, versionName: subjectVersions.name })
    .from(aliases)
    .innerJoin(subjects, eq(subjects.id, aliases.subjectId))
    .leftJoin(subjectVersions, and(eq(subjectVersions.subjectId, aliases.subjectId), eq(subjectVersions.name, sql.placeholder('version'))))
    .where(eq(aliases.name, sql.placeholder('alias')))
    .prepare('card_by_alias')
    .execute({ alias: alias.toLowerCase(), version: version ?? '' })
  if (!row || (version !== undefined && row.versionName === null)) return null
  return { subject: row.subject, overrides: row.overrides }
}

export async function findSubject(db: Db, id: string): Promise<Subject | null> {
  const [row] = await db.select().from(subjects).where(eq(subjects.id, id))
  return row ?? null
}

/** The first of those who are reviewed elsewhere under this name. */
export async function findSubjectReviewed(db: Db, reviewedAs: string): Promise<Subject | null> {
  if (reviewedAs === '') return null
  const [row] = await db
    .select()
    .from(subjects)
    .where(and(eq(subjects.zillowWebServicesId, reviewedAs), eq(subjects.showZillowReviews, true)))
    .orderBy(asc(subjects.id))
    .limit(1)
  return row ?? null
}

export async function hasVersion(db: Db, subjectId: string, name: string): Promise<boolean> {
  const [row] = await db
    .select({ name: subjectVersions.name })
    .from(subjectVersions)
    .where(and(eq(subjectVersions.subjectId, subjectId), eq(subjectVersions.name, name)))
  return Boolean(row)
}

export async function insertSubject(tx: Db, row: typeof subjects.$inferInsert) {
  await tx.insert(subjects).values(row)
  await tx
    .insert(aliases)
    .values({ name: row.alias, subjectId: row.id })
    .catch((error: unknown) => {
      throw isConstraint(error, 'alias_pkey') ? problem('conflict', { detail: `The alias ${row.alias} is taken.` }) : error
    })
}

/** Changes fields and counts the revision up; null where the card is not there. */
export async function updateSubject(tx: Db, id: string, fields: Partial<Subject>, now: Date): Promise<Subject | null> {
  const [row] = await tx
    .update(subjects)
    .set({ ...fields, revision: sql`${subjects.revision} + 1`, updatedAt: now })
    .where(eq(subjects.id, id))
    .returning()
  return row ?? null
}

export async function deleteSubject(tx: Db, id: string): Promise<boolean> {
  const gone = await tx.delete(subjects).where(eq(subjects.id, id)).returning({ id: subjects.id })
  return gone.length > 0
}

export async function putVersion(tx: Db, subjectId: string, name: string, overrides: Partial<Subject>, now: Date) {
  const set = { overrides, updatedAt: now }
  await tx
    .insert(subjectVersions)
    .values({ subjectId, name, ...set })
    .onConflictDoUpdate({ target: [subjectVersions.subjectId, subjectVersions.name], set })
}

const listMax = 500

export type CardSearch = { search?: string; after?: string; isDemo?: boolean }

/** Cards by alias, for the operator. */
export async function listSubjects(db: Db, { search = '', after = '', isDemo }: CardSearch) {
  const like = `%${search.replace(/[\\%_]/g, '\\$&')}%`
  const matches = search ? or(ilike(subjects.alias, like), ilike(subjects.fullName, like), ilike(subjects.companyName, like)) : undefined
  return db
    .select()
    .from(subjects)
    .where(and(sql`${subjects.alias} > ${after}`, matches, isDemo === undefined ? undefined : eq(subjects.isDemo, isDemo)))
    .orderBy(asc(subjects.alias))
    .limit(listMax)
}

function isConstraint(error: unknown, name: string): boolean {
  const cause = error instanceof Error ? error.cause : null
  return typeof cause === 'object' && cause !== null && 'constraint' in cause && cause.constraint === name
}
