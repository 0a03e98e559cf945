import { loadSharp } from '../processing/load-sharp.ts'
import { renderOnce, type RenderDeps } from './render-cache.ts'
import { PictureMissingError } from '../picture-missing.ts'
import { masterKey } from '../save-picture.ts'
import type { PictureRow } from '../tables.ts'
import { imageQueue } from '../processing/image-queue.ts'

const formats = ['avif', 'webp', 'jpeg', 'png'] as const
type Format = (typeof formats)[number]

/** A requested size. `height` crops to it; `square` crops to a maskable square on this background. */
export type RequestedSize = { width: number; height?: number; format: Format; square?: { ground: string } }

/** AVIF takes seconds to encode, so it is used only for sizes that can be made during a request. */
const avifWidthMax = 700

/** The best format the browser accepts. */
export function chooseFormat(accept: string, hasAlpha: boolean, width: number): Format {
  if (width <= avifWidthMax && accept.includes('image/avif')) return 'avif'
  if (accept.includes('image/webp')) return 'webp'
  return hasAlpha ? 'png' : 'jpeg'
}

/** A picture in one size: made once on the first request and stored next to the master. */
export async function resizePicture(deps: RenderDeps, picture: PictureRow, wanted: RequestedSize): Promise<Buffer> {
  const { bytes } = picture
  const fetch = () => fetchMaster(deps, picture)
  return renderOnce(deps, sizeKey(picture, wanted), () => imageQueue.runOn({ bytes, fetch, work: (master) => write(master, wanted) }))
}

async function fetchMaster({ storage }: RenderDeps, { subjectId, kind, revision }: PictureRow): Promise<Buffer> {
  const key = masterKey(subjectId, kind, revision)
  const master = await storage.get(key)
  if (!master) throw new PictureMissingError(key)
  return master
}

/** The storage key of a size. The content under a key never changes. */
export function sizeKey({ subjectId, kind, revision }: PictureRow, { width, height, square, format }: RequestedSize): string {
  const cut = height ? `x${height}` : ''
  const ground = square ? `-on-${square.ground.replace('#', '')}` : ''
  return `${subjectId}/${kind}/${revision}/${width}${cut}${ground}.${format}`
}

async function write(master: Buffer, { width, height, format, square }: RequestedSize): Promise<Buffer> {
  const sharp = await loadSharp()
  const picture = sharp(master).timeout({ seconds: 20 })
  if (square) {
    // Faces are near the top. Masks may cut a tenth from every side.
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
