import { and, desc, eq } from 'drizzle-orm'
import type { Db } from '#server/database/database.ts'
import { takenPictures, type PictureRow } from './tables.ts'
import type { PictureName } from './upload-store.ts'

type Bytes = Pick<PictureName, 'subjectId' | 'revision'>
const same = ({ subjectId, revision }: Bytes) => and(eq(takenPictures.subjectId, subjectId), eq(takenPictures.revision, revision))

export async function putTaken(tx: Db, row: PictureRow): Promise<void> {
  await tx.insert(takenPictures).values(row).onConflictDoNothing()
}

/** Says as what it was shown. */
export const deleteTaken = (tx: Db, bytes: Bytes): Promise<PictureRow[]> => tx.delete(takenPictures).where(same(bytes)).returning()

/** The newest first. */
export const listTaken = (db: Db, subjectId: string): Promise<PictureRow[]> =>
  db.select().from(takenPictures).where(eq(takenPictures.subjectId, subjectId)).orderBy(desc(takenPictures.createdAt)).limit(100)

/** Under whatever name it is sent again. */
export async function isTaken(db: Db, bytes: Bytes): Promise<boolean> {
  const rows = await db.select({ revision: takenPictures.revision }).from(takenPictures).where(same(bytes)).limit(1)
  return rows.length > 0
}
