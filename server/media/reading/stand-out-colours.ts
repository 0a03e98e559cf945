import { openDarkroom } from '../drawn/darkroom.ts'
import { workshop } from './workshop.ts'

const sidePx = 64
const coloursMax = 6
/** Colours nearer than this look the same on a card. */
const apart = 52

type Heap = { red: number; green: number; blue: number; count: number }

/** The colours that stand out in a picture, the most telling first: much of it, or bright in it. */
export async function standOutColours(picture: Buffer): Promise<string[]> {
  const sharp = await openDarkroom()
  return workshop.run(async () => {
    const pixels = await sharp(picture).resize(sidePx, sidePx, { fit: 'inside' }).ensureAlpha().raw().toBuffer()
    return chooseColours(pixels)
  }, picture.length)
}

/** From pixels of red, green, blue and how much they cover. */
function chooseColours(pixels: Uint8Array): string[] {
  const heaps = new Map<number, Heap>()
  for (let at = 0; at + 3 < pixels.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(at, at + 4)
    if (alpha < 128) continue
    const place = ((red >> 4) << 8) | ((green >> 4) << 4) | (blue >> 4)
    const heap = heaps.get(place) ?? { red: 0, green: 0, blue: 0, count: 0 }
    heaps.set(place, { red: heap.red + red, green: heap.green + green, blue: heap.blue + blue, count: heap.count + 1 })
  }
  const total = [...heaps.values()].reduce((sum, { count }) => sum + count, 0)
  const colours = [...heaps.values()]
    // A speck is a fault of the film, not a colour of the picture.
    .filter(({ count }) => count >= Math.max(2, total * 0.002))
    .map(({ red, green, blue, count }) => {
      const colour = [red / count, green / count, blue / count] as const
      return { colour, weight: Math.sqrt(count / total) * (0.12 + vividness(colour)) }
    })
    .toSorted((a, b) => b.weight - a.weight)
  const chosen: (readonly [number, number, number])[] = []
  for (const { colour } of colours) {
    if (chosen.length === coloursMax) break
    if (chosen.every((other) => distance(colour, other) >= apart)) chosen.push(colour)
  }
  return chosen.map(hex)
}

/** From grey (0) to a full colour (1); what is nearly black or white says little. */
function vividness(colour: readonly [number, number, number]): number {
  const [most, least] = [Math.max(...colour), Math.min(...colour)]
  return (most - least) / 255
}

const distance = (one: readonly number[], other: readonly number[]) => Math.hypot(...one.map((part, at) => part - (other[at] ?? 0)))

const hex = (colour: readonly number[]) => `#${colour.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`
