import type { Db } from '#server/database/database.ts'
import type { Storage } from '#server/integrations/storage.ts'
import { derivePicture } from '../drawn/derive-picture.ts'
import { picturesOf } from '../picture-store.ts'

/** Contact apps drop larger ones without a word. */
const bytesMax = 60_000
const widths = [400, 280, 192]

/** The portrait as a small square JPEG for a contact file; null where there is none. */
export async function readFace({ db, storage }: { db: Db; storage: Storage }, subjectId: string): Promise<Buffer | null> {
  const portrait = (await picturesOf(db, subjectId)).find(({ kind }) => kind === 'profile')
  if (!portrait) return null
  for (const width of widths) {
    const face = await derivePicture(storage, portrait, { width, format: 'jpeg', square: { ground: '#ffffff' } })
    if (face.length <= bytesMax) return face
  }
  return null
}
