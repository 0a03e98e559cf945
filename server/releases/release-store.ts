import { and, desc, eq } from 'drizzle-orm'
import type { Db } from '#server/database/database.ts'
import { publications, releases, type PublicationKind, type ReleaseRow } from './tables.ts'

const newestMax = 200

export async function listReleases(db: Db, versionType: string): Promise<ReleaseRow[]> {
  return db.select().from(releases).where(eq(releases.versionType, versionType)).orderBy(desc(releases.date)).limit(newestMax)
}

export async function upsertRelease(tx: Db, { versionType, version, ...news }: ReleaseRow): Promise<void> {
  const target = [releases.versionType, releases.version]
  await tx
    .insert(releases)
    .values({ versionType, version, ...news })
    .onConflictDoUpdate({ target, set: news })
}

export async function deleteRelease(tx: Db, versionType: string, version: string): Promise<boolean> {
  const where = and(eq(releases.versionType, versionType), eq(releases.version, version))
  return (await tx.delete(releases).where(where).returning({ version: releases.version })).length > 0
}

/** The unparsed content published under a tag, or null. */
export async function findPublication(db: Db, kind: PublicationKind, tag: string): Promise<unknown> {
  const where = and(eq(publications.kind, kind), eq(publications.tag, tag))
  const [row] = await db.select({ content: publications.content }).from(publications).where(where)
  return row?.content ?? null
}

export async function upsertPublication(tx: Db, kind: PublicationKind, tag: string, content: unknown, now: Date): Promise<void> {
  const target = [publications.kind, publications.tag]
  const news = { content, publishedAt: now }
  await tx
    .insert(publications)
    .values({ kind, tag, ...news })
    .onConflictDoUpdate({ target, set: news })
}

export async function deletePublication(tx: Db, kind: PublicationKind, tag: string): Promise<void> {
  await tx.delete(publications).where(and(eq(publications.kind, kind), eq(publications.tag, tag)))
}
