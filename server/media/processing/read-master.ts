import { loadSharp } from './load-sharp.ts'
import { decodePicture, type Master } from './decode-picture.ts'
import { imageQueue } from './image-queue.ts'

const pixelsMax = 40_000_000
const bytesMax = 15 * 1024 * 1024
const longestSidePx = 4000

/**
 * A picture exported by another installation. A file in this program's own format is kept byte for byte, so that it loses no quality with
 * each move; anything else is decoded like an upload.
 */
export async function readMaster(bytes: Buffer): Promise<Master> {
  return (await readOwnMaster(bytes)) ?? decodePicture(bytes)
}

async function readOwnMaster(bytes: Buffer): Promise<Master | null> {
  if (bytes.length === 0 || bytes.length > bytesMax) return null
  return imageQueue.run(async () => {
    const sharp = await loadSharp()
    const meta = await sharp(bytes, { limitInputPixels: false })
      .metadata()
      .catch(() => null)
    const hidden = meta && (meta.exif || meta.xmp || meta.icc || meta.iptc || !isBare(bytes))
    if (!meta || meta.format !== 'webp' || hidden || (meta.pages ?? 1) > 1 || meta.width * meta.height > pixelsMax) return null
    if (Math.max(meta.width, meta.height) > longestSidePx) return null
    // Decodes the whole file, because a truncated picture would be truncated for every visitor.
    const stats = await sharp(bytes, { limitInputPixels: pixelsMax, failOn: 'error' })
      .timeout({ seconds: 20 })
      .stats()
      .catch(() => null)
    if (!stats) return null
    return { bytes, width: meta.width, height: meta.height, hasAlpha: meta.hasAlpha && !stats.isOpaque, isMoving: false }
  }, bytes.length)
}

const imageChunks: ReadonlySet<string> = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH'])

/** True for a WebP with image chunks only and no trailing data. */
function isBare(bytes: Buffer): boolean {
  if (bytes.length < 12 || bytes.readUInt32LE(4) + 8 !== bytes.length) return false
  let at = 12
  while (at + 8 <= bytes.length && imageChunks.has(bytes.toString('latin1', at, at + 4))) {
    const length = bytes.readUInt32LE(at + 4)
    at += 8 + length + (length % 2)
  }
  return at === bytes.length
}
