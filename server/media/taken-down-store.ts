import { and, desc, eq } from 'drizzle-orm'
import type { Db } from '#server/database/database.ts'
import { takenDownPictures, type PictureRow } from './tables.ts'
import type { PictureName } from './upload-store.ts'

type Bytes = Pick<PictureName, 'subjectId' | 'revision'>
const same = ({ subjectId, revision }: Bytes) => and(eq(takenDownPictures.subjectId, subjectId), eq(takenDownPictures.revision, revision))

export async function insertTakenDown(tx: Db, row: PictureRow): Promise<void> {
  await tx.insert(takenDownPictures).values(row).onConflictDoNothing()
}

/** Returns the deleted rows, whose kinds say where the picture was shown. */
export const deleteTakenDown = (tx: Db, bytes: Bytes): Promise<PictureRow[]> => tx.delete(takenDownPictures).where(same(bytes)).returning()

/** Newest first. */
export const listTakenDown = (db: Db, subjectId: string): Promise<PictureRow[]> =>
  db
    .select()
    .from(takenDownPictures)
    .where(eq(takenDownPictures.subjectId, subjectId))
    .orderBy(desc(takenDownPictures.createdAt))
    .limit(100)

/** True for the same content under any kind. */
export async function isTakenDown(db: Db, bytes: Bytes): Promise<boolean> {
  const rows = await db.select({ revision: takenDownPictures.revision }).from(takenDownPictures).where(same(bytes)).limit(1)
  return rows.length > 0
}
