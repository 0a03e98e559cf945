import type { Db } from '#server/database/database.ts'
import type { RenderDeps } from '../rendered/render-cache.ts'
import { resizePicture } from '../rendered/resize-picture.ts'
import { listPictures } from '../picture-store.ts'

/** Contact apps silently drop larger ones. */
const bytesMax = 60_000
const widths = [400, 280, 192]

/** The portrait as a small square JPEG for contact files; null if there is none. */
export async function readFace(deps: RenderDeps & { db: Db }, subjectId: string): Promise<Buffer | null> {
  const portrait = (await listPictures(deps.db, subjectId)).find(({ kind }) => kind === 'profile')
  if (!portrait) return null
  for (const width of widths) {
    const face = await resizePicture(deps, portrait, { width, format: 'jpeg', square: { ground: '#ffffff' } })
    if (face.length <= bytesMax) return face
  }
  return null
}
