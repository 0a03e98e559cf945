import { and, desc, eq } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { takenPictures, type PictureRow } from './tables.ts'
import type { PictureName } from './upload-store.ts'

const named = ({ subjectId, kind, revision }: PictureName) =>
  and(eq(takenPictures.subjectId, subjectId), eq(takenPictures.kind, kind), eq(takenPictures.revision, revision))

export async function putTaken(tx: Db, row: PictureRow): Promise<void> {
  await tx.insert(takenPictures).values(row).onConflictDoNothing()
}

export async function deleteTaken(tx: Db, name: PictureName): Promise<void> {
  await tx.delete(takenPictures).where(named(name))
}

/** The newest first. */
export const listTaken = (db: Db, subjectId: string): Promise<PictureRow[]> =>
  db.select().from(takenPictures).where(eq(takenPictures.subjectId, subjectId)).orderBy(desc(takenPictures.createdAt)).limit(100)

/** Under whatever name it is sent again. */
export async function isTaken(db: Db, { subjectId, revision }: Pick<PictureName, 'subjectId' | 'revision'>): Promise<boolean> {
  const rows = await db
    .select({ revision: takenPictures.revision })
    .from(takenPictures)
    .where(and(eq(takenPictures.subjectId, subjectId), eq(takenPictures.revision, revision)))
    .limit(1)
  return rows.length > 0
}
