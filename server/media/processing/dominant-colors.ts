import { loadSharp } from './load-sharp.ts'
import { imageQueue } from './image-queue.ts'

const sidePx = 64
const colorsMax = 6
/** Colors nearer than this look the same on a card. */
const minDistance = 52

type Bucket = { red: number; green: number; blue: number; count: number }

/** A picture's dominant colors, weighted by area and vividness. */
export async function dominantColors(picture: Buffer): Promise<string[]> {
  const sharp = await loadSharp()
  return imageQueue.run(async () => {
    const pixels = await sharp(picture).resize(sidePx, sidePx, { fit: 'inside' }).ensureAlpha().raw().toBuffer()
    return chooseColors(pixels)
  }, picture.length)
}

/** From RGBA pixels. */
function chooseColors(pixels: Uint8Array): string[] {
  const buckets = new Map<number, Bucket>()
  for (let at = 0; at + 3 < pixels.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(at, at + 4)
    if (alpha < 128) continue
    const place = ((red >> 4) << 8) | ((green >> 4) << 4) | (blue >> 4)
    const bucket = buckets.get(place) ?? { red: 0, green: 0, blue: 0, count: 0 }
    buckets.set(place, { red: bucket.red + red, green: bucket.green + green, blue: bucket.blue + blue, count: bucket.count + 1 })
  }
  const total = [...buckets.values()].reduce((sum, { count }) => sum + count, 0)
  const colors = [...buckets.values()]
    // Specks are noise.
    .filter(({ count }) => count >= Math.max(2, total * 0.002))
    .map(({ red, green, blue, count }) => {
      const color = [red / count, green / count, blue / count] as const
      return { color, weight: Math.sqrt(count / total) * (0.12 + vividness(color)) }
    })
    .toSorted((a, b) => b.weight - a.weight)
  const chosen: (readonly [number, number, number])[] = []
  for (const { color } of colors) {
    if (chosen.length === colorsMax) break
    if (chosen.every((other) => distance(color, other) >= minDistance)) chosen.push(color)
  }
  return chosen.map(hex)
}

/** From gray (0) to a saturated color (1). */
function vividness(color: readonly [number, number, number]): number {
  const [most, least] = [Math.max(...color), Math.min(...color)]
  return (most - least) / 255
}

const distance = (one: readonly number[], other: readonly number[]) => Math.hypot(...one.map((part, at) => part - (other[at] ?? 0)))

const hex = (color: readonly number[]) => `#${color.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`
