import type { Storage } from '#server/integrations/storage.ts'
import { openDarkroom } from './darkroom.ts'
import { keepDrawn } from './keep-drawn.ts'
import { PictureMissing } from '../picture-missing.ts'
import { masterKey } from '../save-picture.ts'
import type { PictureRow } from '../tables.ts'
import { workshop } from '../reading/workshop.ts'

export const formats = ['avif', 'webp', 'jpeg', 'png'] as const
type Format = (typeof formats)[number]

/** How one size is wanted; `height` crops to that, and `square` to a square that bears being masked on this ground. */
export type Wanted = { width: number; height?: number; format: Format; square?: { ground: string } }

/** AVIF costs seconds where WebP costs a blink: it is chosen only when a file is small enough to be made while somebody waits. */
const avifWidthMax = 700

/** The best format this browser says it can show. */
export function chooseFormat(accept: string, hasAlpha: boolean, width: number): Format {
  if (width <= avifWidthMax && accept.includes('image/avif')) return 'avif'
  if (accept.includes('image/webp')) return 'webp'
  return hasAlpha ? 'png' : 'jpeg'
}

/** A size of a picture: made once, by the first who asks, and kept beside the master. */
export async function derivePicture(storage: Storage, picture: PictureRow, wanted: Wanted): Promise<Buffer> {
  const { bytes } = picture
  const fetch = () => fetchMaster(storage, picture)
  return keepDrawn(storage, sizeKey(picture, wanted), () => workshop.runOn({ bytes, fetch, work: (master) => write(master, wanted) }))
}

async function fetchMaster(storage: Storage, { subjectId, kind, revision }: PictureRow): Promise<Buffer> {
  const key = masterKey(subjectId, kind, revision)
  const master = await storage.get(key)
  if (!master) throw new PictureMissing(key)
  return master
}

/** Says which picture, how large and how written: what lies under it never changes. */
export function sizeKey({ subjectId, kind, revision }: PictureRow, { width, height, square, format }: Wanted): string {
  const cut = height ? `x${height}` : ''
  const ground = square ? `-on-${square.ground.replace('#', '')}` : ''
  return `${subjectId}/${kind}/${revision}/${width}${cut}${ground}.${format}`
}

async function write(master: Buffer, { width, height, format, square }: Wanted): Promise<Buffer> {
  const sharp = await openDarkroom()
  const picture = sharp(master).timeout({ seconds: 20 })
  if (square) {
    // Faces are near the top; a mask may cut a tenth from every side, so the corners carry the ground.
    picture.resize({ width, height: width, fit: 'cover', position: 'top' }).flatten({ background: square.ground })
  } else if (height) {
    picture.resize({ width, height, fit: 'cover', position: 'top' })
  } else {
    picture.resize({ width, withoutEnlargement: true })
  }
  if (format === 'avif') return picture.avif({ quality: 55, effort: 2 }).toBuffer()
  if (format === 'webp') return picture.webp({ quality: 80, effort: 4 }).toBuffer()
  if (format === 'png') return picture.png({ compressionLevel: 9 }).toBuffer()
  return picture.flatten({ background: '#ffffff' }).jpeg({ quality: 82, mozjpeg: true }).toBuffer()
}
