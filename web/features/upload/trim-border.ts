import type { Crop } from '#contract/media/upload-limits.ts'

type Pixels = { data: Uint8ClampedArray | Uint8Array; width: number; height: number }

/** Of 255: as far may a pixel be from the corner and still be border. */
const tolerance = 24
/** Air that is left around, in shares of the longer side. */
const air = 0.02

/** The piece without the border around it, which is empty or of one colour; null where there is nothing to take away. */
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
