import { uploadLimits, type Crop } from '#contract/media/upload-limits.ts'
import { problem } from '#server/http/problems/problem.ts'
import { loadSharp } from './load-sharp.ts'
import { imageQueue } from './image-queue.ts'

const { bytesMax, pixelsMax } = uploadLimits
const longestSidePx = 4000
const accepted = new Set(['jpeg', 'png', 'webp', 'avif', 'heif', 'gif', 'tiff'])

export type Master = { bytes: Buffer; width: number; height: number; hasAlpha: boolean; isMoving: boolean }

/**
 * Re-encodes an untrusted file as WebP: one frame, upright, without metadata. The type is detected from the content. `isTrustedSvg` accepts
 * SVG, only for the program's own files.
 */
export async function decodePicture(
  bytes: Buffer,
  {
    isTrustedSvg = false,
    width,
    shrinkTo = longestSidePx,
    crop,
  }: { isTrustedSvg?: boolean; width?: number; shrinkTo?: number; crop?: Crop | undefined } = {},
): Promise<Master> {
  if (bytes.length > bytesMax) throw problem('body-too-large', { detail: 'Images can be up to 15 MB.' })
  if (bytes.length === 0) throw problem('picture-unreadable')
  return imageQueue.run(async () => {
    const sharp = await loadSharp()
    const meta = await sharp(bytes, { limitInputPixels: false }).metadata().catch(unreadable)
    if (!accepted.has(meta.format) && !(isTrustedSvg && meta.format === 'svg')) throw problem('picture-unreadable')
    if (meta.width * meta.height > pixelsMax) throw problem('picture-too-many-pixels')

    const density = width && meta.format === 'svg' ? Math.min(1200, (72 * width) / meta.width) : undefined
    const upright = sharp(bytes, { limitInputPixels: pixelsMax, failOn: 'error', pages: 1, ...(density ? { density } : {}) })
      .timeout({ seconds: 20 })
      .autoOrient()
    if (crop) upright.extract(cropArea(meta.autoOrient, crop))
    upright
      .resize({ width: width ?? shrinkTo, height: width ? undefined : shrinkTo, fit: 'inside', withoutEnlargement: !width })
      .toColourspace('srgb')
    const isMoving = meta.format !== 'tiff' && (meta.pages ?? 1) > 1
    // Lossless with transparency, else visually lossless.
    const hasAlpha = meta.hasAlpha && !(await upright.clone().stats().catch(unreadable)).isOpaque
    const written = await upright
      .webp(hasAlpha ? { lossless: true, effort: 2 } : { quality: 92, effort: 2 })
      .toBuffer({ resolveWithObject: true })
      .catch(unreadable)
    return { bytes: written.data, width: written.info.width, height: written.info.height, hasAlpha, isMoving }
  }, bytes.length)
}

/** The crop in pixels of the upright picture, within its bounds. */
function cropArea({ width, height }: { width: number; height: number }, crop: Crop) {
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
