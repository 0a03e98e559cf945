import { and, desc, eq, gt, inArray, lt, not, sql } from 'drizzle-orm'
import type { Db } from '#server/database/database.ts'
import { pictures, uploadedPictures, type PictureKind, type PictureRow } from './tables.ts'

export type PictureName = Pick<PictureRow, 'subjectId' | 'kind' | 'revision'>

/**
 * Locks the card to serialize changes to its pictures and file deletions, so that no row references a file that is about to be deleted.
 * False if the card doesn't exist.
 */
export async function lockPictures(tx: Db, subjectId: string): Promise<boolean> {
  const { rows } = await tx.execute(sql`select 1 from subject where id = ${subjectId} for no key update`)
  return rows.length > 0
}

export async function hasCard(db: Db, subjectId: string): Promise<boolean> {
  const { rows } = await db.execute(sql`select 1 from subject where id = ${subjectId}`)
  return rows.length > 0
}

/** True if any row references this picture. */
export async function isReferenced(tx: Db, { subjectId, kind, revision }: PictureName): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select 1 from picture where subject_id = ${subjectId} and kind = ${kind} and revision = ${revision}
    union all select 1 from uploaded_picture where subject_id = ${subjectId} and kind = ${kind} and revision = ${revision}
    union all select 1 from taken_picture where subject_id = ${subjectId} and kind = ${kind} and revision = ${revision}`)
  return rows.length > 0
}

/** Uploading a picture again makes it the newest. */
export async function upsertUploaded(tx: Db, row: PictureRow) {
  await tx
    .insert(uploadedPictures)
    .values(row)
    .onConflictDoUpdate({
      target: [uploadedPictures.subjectId, uploadedPictures.kind, uploadedPictures.revision],
      set: { createdAt: row.createdAt },
    })
}

export async function listUploaded(db: Db, subjectId: string): Promise<PictureRow[]> {
  return db
    .select()
    .from(uploadedPictures)
    .where(eq(uploadedPictures.subjectId, subjectId))
    .orderBy(desc(uploadedPictures.createdAt), desc(uploadedPictures.revision))
}

export async function findUploaded(
  db: Db,
  subjectId: string,
  kinds: readonly PictureKind[],
  revision: string,
): Promise<PictureRow | undefined> {
  const rows = await db
    .select()
    .from(uploadedPictures)
    .where(
      and(eq(uploadedPictures.subjectId, subjectId), inArray(uploadedPictures.kind, [...kinds]), eq(uploadedPictures.revision, revision)),
    )
  return kinds.flatMap((kind) => rows.find((row) => row.kind === kind) ?? [])[0]
}

/** With `before`, only an earlier upload: a later one is meant for the next publish. */
export async function removeUploaded(tx: Db, { subjectId, kind, revision }: PictureName, before?: Date) {
  const { subjectId: card, kind: as, revision: name, createdAt } = uploadedPictures
  await tx.delete(uploadedPictures).where(and(eq(card, subjectId), eq(as, kind), eq(name, revision), before && lt(createdAt, before)))
}

/** True if the card's draft references it. */
const isDrafted = sql`exists (select 1 from card_draft d where d.subject_id = ${uploadedPictures.subjectId}
  and d.fields #>> array['pictures', ${uploadedPictures.kind}, 'revision'] = ${uploadedPictures.revision})`

/** Call before emptying the draft. */
export const removeDrafted = (tx: Db, subjectId: string): Promise<PictureName[]> =>
  tx
    .delete(uploadedPictures)
    .where(and(eq(uploadedPictures.subjectId, subjectId), isDrafted))
    .returning()

const isUnused = (before: Date) => and(lt(uploadedPictures.createdAt, before), not(isDrafted))

/** The next cards with uploads before the given time that are in no draft. */
export async function listCardsWithUnusedUploads(
  db: Db,
  { before, after, count }: { before: Date; after: string; count: number },
): Promise<string[]> {
  const { subjectId } = uploadedPictures
  const rows = await db
    .selectDistinct({ subjectId })
    .from(uploadedPictures)
    .where(and(gt(subjectId, after), isUnused(before)))
    .orderBy(subjectId)
    .limit(count)
  return rows.map((row) => row.subjectId)
}

export const removeUnusedUploads = (tx: Db, subjectId: string, before: Date): Promise<PictureName[]> =>
  tx
    .delete(uploadedPictures)
    .where(and(eq(uploadedPictures.subjectId, subjectId), isUnused(before)))
    .returning()

/** Deletes uploads with this content, of any kind. */
export async function removeUploadedBytes(tx: Db, { subjectId, revision }: Pick<PictureName, 'subjectId' | 'revision'>) {
  await tx.delete(uploadedPictures).where(and(eq(uploadedPictures.subjectId, subjectId), eq(uploadedPictures.revision, revision)))
}

export async function removePicture(tx: Db, subjectId: string, kind: PictureKind) {
  await tx.delete(pictures).where(and(eq(pictures.subjectId, subjectId), eq(pictures.kind, kind)))
}
