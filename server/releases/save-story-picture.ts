import { createHash } from 'node:crypto'
import { decodePicture } from '#server/media/processing/decode-picture.ts'
import type { Storage } from '#server/integrations/storage.ts'
import { pictureHref, pictureKey } from './picture-key.ts'

/** Three times the width of a story, for high-density screens. */
const longestPx = 1740

/** Re-encodes and stores a picture for a story under the hash of its content. Returns its address. */
export async function saveStoryPicture(storage: Storage, bytes: Buffer): Promise<string> {
  const { bytes: encoded } = await decodePicture(bytes, { shrinkTo: longestPx })
  const id = createHash('sha256').update(encoded).digest('hex').slice(0, 24)
  await storage.put(pictureKey(id), encoded)
  return pictureHref(id)
}
