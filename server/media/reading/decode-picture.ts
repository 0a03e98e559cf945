import { uploadLimits, type Crop } from '#contract/media/upload-limits.ts'
import { problem } from '#server/http/problems/problem.ts'
import { openDarkroom } from '../drawn/darkroom.ts'
import { workshop } from './workshop.ts'

const { bytesMax, pixelsMax } = uploadLimits
const longestSidePx = 4000
const accepted = new Set(['jpeg', 'png', 'webp', 'avif', 'heif', 'gif', 'tiff'])

export type Master = { bytes: Buffer; width: number; height: number; hasAlpha: boolean; isMoving: boolean }

/**
 * A stranger's file as a picture of our own: one frame, upright, nothing hidden in it. The type comes from the
 * content, never from a name. `isOurArt` lets drawings in, which only the program itself brings.
 */
export async function decodePicture(
  bytes: Buffer,
  {
    isOurArt = false,
    width,
    shrinkTo = longestSidePx,
    crop,
  }: { isOurArt?: boolean; width?: number; shrinkTo?: number; crop?: Crop | undefined } = {},
): Promise<Master> {
  if (bytes.length > bytesMax) throw problem('body-too-large', { detail: 'A picture holds at most 15 MB.' })
  if (bytes.length === 0) throw problem('picture-unreadable')
  return workshop.run(async () => {
    const sharp = await openDarkroom()
    const meta = await sharp(bytes, { limitInputPixels: false }).metadata().catch(unreadable)
    if (!accepted.has(meta.format) && !(isOurArt && meta.format === 'svg')) throw problem('picture-unreadable')
    if (meta.width * meta.height > pixelsMax) throw problem('picture-too-many-pixels')

    const density = width && meta.format === 'svg' ? Math.min(1200, (72 * width) / meta.width) : undefined
    const upright = sharp(bytes, { limitInputPixels: pixelsMax, failOn: 'error', pages: 1, ...(density ? { density } : {}) })
      .timeout({ seconds: 20 })
      .autoOrient()
    if (crop) upright.extract(pieceOf(meta.autoOrient, crop))
    upright
      .resize({ width: width ?? shrinkTo, height: width ? undefined : shrinkTo, fit: 'inside', withoutEnlargement: !width })
      .toColourspace('srgb')
    const isMoving = meta.format !== 'tiff' && (meta.pages ?? 1) > 1
    // Lossless where something shows through; elsewhere a quality nobody can tell from it.
    const hasAlpha = meta.hasAlpha && !(await upright.clone().stats().catch(unreadable)).isOpaque
    const written = await upright
      .webp(hasAlpha ? { lossless: true, effort: 2 } : { quality: 92, effort: 2 })
      .toBuffer({ resolveWithObject: true })
      .catch(unreadable)
    return { bytes: written.data, width: written.info.width, height: written.info.height, hasAlpha, isMoving }
  }, bytes.length)
}

/** In whole pixels of the upright picture, never beyond its edge. */
function pieceOf({ width, height }: { width: number; height: number }, crop: Crop) {
  const left = Math.min(width - 1, Math.round(crop.x * width))
  const top = Math.min(height - 1, Math.round(crop.y * height))
  return {
    left,
    top,
    width: Math.max(1, Math.min(width - left, Math.round(crop.width * width))),
    height: Math.max(1, Math.min(height - top, Math.round(crop.height * height))),
  }
}

function unreadable(): never {
  throw problem('picture-unreadable')
}
