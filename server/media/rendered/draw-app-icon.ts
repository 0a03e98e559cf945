import { maskableSafeShare, shortcutIconPx } from '#contract/cards/app-pictures.ts'
import { loadSharp } from '../processing/load-sharp.ts'
import { legible } from './adjust-contrast.ts'
import { imageQueue } from '../processing/image-queue.ts'

/** From lucide-static (ISC), in a 24 × 24 viewBox. */
export const shortcutShapes = {
  share:
    '<circle cx="18" cy="5" r="3"/><circle cx="6" cy="12" r="3"/><circle cx="18" cy="19" r="3"/><path d="m8.59 13.51 6.83 3.98M15.41 6.51 8.59 10.49"/>',
  qr: '<rect width="5" height="5" x="3" y="3" rx="1"/><rect width="5" height="5" x="16" y="3" rx="1"/><rect width="5" height="5" x="3" y="16" rx="1"/><path d="M21 16h-3a2 2 0 0 0-2 2v3M21 21v.01M12 7v3a2 2 0 0 1-2 2H7M3 12h.01M12 3h.01M12 16v.01M16 12h1M21 12v.01M12 21v-1"/>',
  contacts:
    '<path d="M16 21v-2a4 4 0 0 0-4-4H6a4 4 0 0 0-4 4v2M16 3.128a4 4 0 0 1 0 7.744M22 21v-2a4 4 0 0 0-3-3.87"/><circle cx="9" cy="7" r="4"/>',
} as const
type Shortcut = keyof typeof shortcutShapes

/** An icon in a readable color on the card's bar color. */
export function drawShortcut(shortcut: Shortcut, { bar, ink }: { bar: string; ink: string }): string {
  const size = shortcutIconPx
  const shapes = shortcutShapes[shortcut]
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 96 96"><circle cx="48" cy="48" r="48" fill="${bar}"/><g transform="translate(24 24) scale(2)" fill="none" stroke="${legible(ink, bar)}" stroke-width="2" stroke-linecap="round" stroke-linejoin="round">${shapes}</g></svg>`
}

/** The picture inside the safe circle, on the card's background. */
export function drawMaskable(face: Buffer, { size, ground }: { size: number; ground: string }): string {
  const width = size * maskableSafeShare
  const at = (size - width) / 2
  const middle = size / 2
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}"><rect width="${size}" height="${size}" fill="${ground}"/><clipPath id="safe"><circle cx="${middle}" cy="${middle}" r="${width / 2}"/></clipPath><image clip-path="url(#safe)" x="${at}" y="${at}" width="${width}" height="${width}" href="data:image/png;base64,${face.toString('base64')}"/></svg>`
}

/** An opaque square for home screens. Large icons use a palette, at a third of the bytes. */
export function toOpaqueIcon(picture: Buffer, { size, ground }: { size: number; ground: string }): Promise<Buffer> {
  return imageQueue.run(async () => {
    const sharp = await loadSharp()
    return sharp(picture)
      .resize(size, size)
      .flatten({ background: ground })
      .removeAlpha()
      .png({ compressionLevel: 9, ...(size > 192 ? { palette: true, quality: 90 } : {}) })
      .toBuffer()
  }, picture.length)
}
