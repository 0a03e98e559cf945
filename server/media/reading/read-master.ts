import { openDarkroom } from '../drawn/darkroom.ts'
import { decodePicture, type Master } from './decode-picture.ts'
import { workshop } from './workshop.ts'

const pixelsMax = 40_000_000
const bytesMax = 15 * 1024 * 1024
const longestSidePx = 4000

/**
 * A picture that was kept by this program elsewhere. What is what we would have written is taken byte for byte, so that it
 * does not fade with each move; anything else is treated as every stranger's file.
 */
export async function readMaster(bytes: Buffer): Promise<Master> {
  return (await asOurs(bytes)) ?? decodePicture(bytes)
}

async function asOurs(bytes: Buffer): Promise<Master | null> {
  if (bytes.length === 0 || bytes.length > bytesMax) return null
  return workshop.run(async () => {
    const sharp = await openDarkroom()
    const meta = await sharp(bytes, { limitInputPixels: false })
      .metadata()
      .catch(() => null)
    const hidden = meta && (meta.exif || meta.xmp || meta.icc || meta.iptc || !isBare(bytes))
    if (!meta || meta.format !== 'webp' || hidden || (meta.pages ?? 1) > 1 || meta.width * meta.height > pixelsMax) return null
    if (Math.max(meta.width, meta.height) > longestSidePx) return null
    // Read to its end: a picture that breaks off would break off for every visitor.
    const stats = await sharp(bytes, { limitInputPixels: pixelsMax, failOn: 'error' })
      .timeout({ seconds: 20 })
      .stats()
      .catch(() => null)
    if (!stats) return null
    return { bytes, width: meta.width, height: meta.height, hasAlpha: meta.hasAlpha && !stats.isOpaque, isMoving: false }
  }, bytes.length)
}

const drawn: ReadonlySet<string> = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH'])

/** A WebP that is a picture from its first byte to its last: no part that nobody draws, and nothing glued on behind it. */
function isBare(bytes: Buffer): boolean {
  if (bytes.length < 12 || bytes.readUInt32LE(4) + 8 !== bytes.length) return false
  let at = 12
  while (at + 8 <= bytes.length && drawn.has(bytes.toString('latin1', at, at + 4))) {
    const length = bytes.readUInt32LE(at + 4)
    at += 8 + length + (length % 2)
  }
  return at === bytes.length
}
