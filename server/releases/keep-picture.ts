import { createHash } from 'node:crypto'
import { decodePicture } from '#server/media/reading/decode-picture.ts'
import type { Storage } from '#server/integrations/storage.ts'
import { pictureHref, pictureKey } from './picture-key.ts'

/** Three times as wide as a story: sharp on every phone. */
const longestPx = 1740

/** A picture for a story, written anew: known by what is in it, so the same one twice is one. Answers its address. */
export async function keepPicture(storage: Storage, bytes: Buffer): Promise<string> {
  const { bytes: written } = await decodePicture(bytes, { shrinkTo: longestPx })
  const id = createHash('sha256').update(written).digest('hex').slice(0, 24)
  await storage.put(pictureKey(id), written)
  return pictureHref(id)
}
