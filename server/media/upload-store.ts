import { and, desc, eq, inArray } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { pictures, uploadedPictures, type PictureKind, type PictureRow } from './tables.ts'

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

export async function removeUploaded(tx: Db, { subjectId, kind, revision }: Pick<PictureRow, 'subjectId' | 'kind' | 'revision'>) {
  await tx
    .delete(uploadedPictures)
    .where(and(eq(uploadedPictures.subjectId, subjectId), eq(uploadedPictures.kind, kind), eq(uploadedPictures.revision, revision)))
}

export async function removePicture(tx: Db, subjectId: string, kind: PictureKind) {
  await tx.delete(pictures).where(and(eq(pictures.subjectId, subjectId), eq(pictures.kind, kind)))
}
