/** What is taken as a picture: told before it is sent, and held on the server. */
export const uploadLimits = { bytesMax: 15 * 1024 * 1024, pixelsMax: 40_000_000, sideMinPx: 16 } as const

/** A piece of a picture in shares of it, as it stands upright. */
export type Crop = { x: number; y: number; width: number; height: number }

/** As it stands in the address of an upload. */
export const spellCrop = ({ x, y, width, height }: Crop): string =>
  [x, y, Math.min(width, 1 - x), Math.min(height, 1 - y)].map((share) => String(Number(share.toFixed(6)))).join(',')
