/** Limits for uploaded pictures, checked before sending and again on the server. */
export const uploadLimits = { bytesMax: 15 * 1024 * 1024, pixelsMax: 40_000_000, sideMinPx: 16 } as const

/** A crop of the upright picture, in fractions of its width and height. */
export type Crop = { x: number; y: number; width: number; height: number }

/** The crop as the query parameter of an upload. */
export const spellCrop = ({ x, y, width, height }: Crop): string =>
  [x, y, Math.min(width, 1 - x), Math.min(height, 1 - y)].map((share) => String(Number(share.toFixed(6)))).join(',')
