import { and, desc, eq, gt, inArray, lt, not, sql } from 'drizzle-orm'
import type { Db } from '#server/database/database.ts'
import { pictures, uploadedPictures, type PictureKind, type PictureRow } from './tables.ts'

export type PictureName = Pick<PictureRow, 'subjectId' | 'kind' | 'revision'>

/**
 * Whoever changes which pictures a card has, or removes their bytes, does so one after the other: a row never names bytes that
 * somebody is about to remove. False where the card is gone.
 */
export async function holdPictures(tx: Db, subjectId: string): Promise<boolean> {
  const { rows } = await tx.execute(sql`select 1 from subject where id = ${subjectId} for no key update`)
  return rows.length > 0
}

export async function hasCard(db: Db, subjectId: string): Promise<boolean> {
  const { rows } = await db.execute(sql`select 1 from subject where id = ${subjectId}`)
  return rows.length > 0
}

/** Whether a card shows this picture or keeps it for later. */
export async function isNamed(tx: Db, { subjectId, kind, revision }: PictureName): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select 1 from picture where subject_id = ${subjectId} and kind = ${kind} and revision = ${revision}
    union all select 1 from uploaded_picture where subject_id = ${subjectId} and kind = ${kind} and revision = ${revision}
    union all select 1 from taken_picture where subject_id = ${subjectId} and kind = ${kind} and revision = ${revision}`)
  return rows.length > 0
}

/** The same picture sent again is the newest once more. */
export async function putUploaded(tx: Db, row: PictureRow) {
  await tx
    .insert(uploadedPictures)
    .values(row)
    .onConflictDoUpdate({
      target: [uploadedPictures.subjectId, uploadedPictures.kind, uploadedPictures.revision],
      set: { createdAt: row.createdAt },
    })
}

export async function uploadedOf(db: Db, subjectId: string): Promise<PictureRow[]> {
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

/** With `before`, only one that was sent by then: one that came later is somebody's wish for the next time. */
export async function removeUploaded(tx: Db, { subjectId, kind, revision }: PictureName, before?: Date) {
  const { subjectId: card, kind: as, revision: name, createdAt } = uploadedPictures
  await tx.delete(uploadedPictures).where(and(eq(card, subjectId), eq(as, kind), eq(name, revision), before && lt(createdAt, before)))
}

/** Whether the draft of its card would have it published. */
const isDrafted = sql`exists (select 1 from card_draft d where d.subject_id = ${uploadedPictures.subjectId}
  and d.fields #>> array['pictures', ${uploadedPictures.kind}, 'revision'] = ${uploadedPictures.revision})`

/** Whoever empties the draft asks before they do. */
export const removeDrafted = (tx: Db, subjectId: string): Promise<PictureName[]> =>
  tx
    .delete(uploadedPictures)
    .where(and(eq(uploadedPictures.subjectId, subjectId), isDrafted))
    .returning()

const isForgotten = (before: Date) => and(lt(uploadedPictures.createdAt, before), not(isDrafted))

/** Cards with pictures that were sent by then and that no draft names; the next after `after`. */
export async function listForgetful(db: Db, { before, after, count }: { before: Date; after: string; count: number }): Promise<string[]> {
  const { subjectId } = uploadedPictures
  const rows = await db
    .selectDistinct({ subjectId })
    .from(uploadedPictures)
    .where(and(gt(subjectId, after), isForgotten(before)))
    .orderBy(subjectId)
    .limit(count)
  return rows.map((row) => row.subjectId)
}

export const removeForgotten = (tx: Db, subjectId: string, before: Date): Promise<PictureName[]> =>
  tx
    .delete(uploadedPictures)
    .where(and(eq(uploadedPictures.subjectId, subjectId), isForgotten(before)))
    .returning()

/** The same bytes, as whatever they were sent. */
export async function removeUploadedBytes(tx: Db, { subjectId, revision }: Pick<PictureName, 'subjectId' | 'revision'>) {
  await tx.delete(uploadedPictures).where(and(eq(uploadedPictures.subjectId, subjectId), eq(uploadedPictures.revision, revision)))
}

export async function removePicture(tx: Db, subjectId: string, kind: PictureKind) {
  await tx.delete(pictures).where(and(eq(pictures.subjectId, subjectId), eq(pictures.kind, kind)))
}
