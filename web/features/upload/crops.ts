import type { PictureKind } from '#contract/cards/drafts.ts'
import type { Crop } from '#contract/media/upload-limits.ts'
import { clampView, viewOf, type Size, type View } from './crop-math.ts'

export type CropChoice = { name: 'whole' | 'trimmed' | 'square'; aspect: number; view: View }

/** The aspect ratio of each kind; a logo keeps its own. */
const shapes: Record<PictureKind, number | null> = { profile: 1, cutout: 1, card: 1, background: 27 / 10, logo: null }

/** Faces are near the top of portraits. */
const face = { x: 0.5, y: 0.4, zoom: 1 }
const middle = { x: 0.5, y: 0.5, zoom: 1 }

/** The crops offered for a picture, best first. */
export function cropsOf(kind: PictureKind, size: Size, pixels: () => ImageData | null): [CropChoice, ...CropChoice[]] {
  const square = { name: 'square', aspect: 1, view: clampView(kind === 'logo' ? middle : face, size, 1) } as const
  const shape = shapes[kind]
  if (shape === 1) return [square]
  if (shape) return [{ name: 'whole', aspect: shape, view: clampView(middle, size, shape) }]
  const whole = { name: 'whole', aspect: size.width / size.height, view: middle } as const
  const data = pixels()
  const trimmed = data && withoutBorder(data)
  return trimmed ? [{ name: 'trimmed', ...viewOf(trimmed, size) }, whole, square] : [whole, square]
}

type Pixels = { data: Uint8ClampedArray | Uint8Array; width: number; height: number }

/** Color tolerance (of 255) between a border pixel and the corner. */
const tolerance = 24
/** Margin left around, as a fraction of the longer side. */
const air = 0.02

/** The crop without a transparent or single-color border; null if there is none. */
export function withoutBorder({ data, width, height }: Pixels): Crop | null {
  const corner = data.subarray(0, 4)
  const isBorder = (at: number) => {
    if ((data[at + 3] ?? 0) < 12 && (corner[3] ?? 0) < 12) return true
    return [0, 1, 2, 3].every((part) => Math.abs((data[at + part] ?? 0) - (corner[part] ?? 0)) <= tolerance)
  }
  let [left, top, right, bottom] = [width, height, -1, -1]
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (isBorder((y * width + x) * 4)) continue
      left = Math.min(left, x)
      right = Math.max(right, x)
      top = Math.min(top, y)
      bottom = Math.max(bottom, y)
    }
  }
  if (right < 0) return null
  const margin = Math.max(width, height) * air
  const [fromX, fromY] = [Math.max(0, left - margin) / width, Math.max(0, top - margin) / height]
  const [toX, toY] = [Math.min(width, right + 1 + margin) / width, Math.min(height, bottom + 1 + margin) / height]
  const crop = { x: fromX, y: fromY, width: toX - fromX, height: toY - fromY }
  return crop.width > 0.97 && crop.height > 0.97 ? null : crop
}
