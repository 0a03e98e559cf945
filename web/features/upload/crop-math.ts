import type { Crop } from '#contract/media/upload-limits.ts'

export type Size = { width: number; height: number }
/** Where the frame stands on the picture: its middle in shares of the picture, and how many times nearer than it could be. */
export type View = { x: number; y: number; zoom: number }

export const farthest = 1
const nearestMax = 8
/** A piece smaller than this many pixels looks coarse on a card. */
const pieceMinPx = 96

const clamp = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value))

/** How near one may go before the piece is too coarse. */
export function nearest(picture: Size, aspect: number): number {
  const { width, height } = pieceAt(picture, aspect, farthest)
  return clamp(Math.min(width, height) / pieceMinPx, farthest, nearestMax)
}

/** The largest piece of this shape, made smaller by the zoom; in the picture's pixels. */
export function pieceAt({ width, height }: Size, aspect: number, zoom: number): Size {
  const widest = Math.min(width, height * aspect)
  return { width: widest / zoom, height: widest / aspect / zoom }
}

/** The same view, with the frame wholly on the picture and no nearer than sense allows. */
export function held(view: View, picture: Size, aspect: number): View {
  const zoom = clamp(view.zoom, farthest, nearest(picture, aspect))
  const piece = pieceAt(picture, aspect, zoom)
  const [halfX, halfY] = [piece.width / picture.width / 2, piece.height / picture.height / 2]
  return { zoom, x: clamp(view.x, halfX, 1 - halfX), y: clamp(view.y, halfY, 1 - halfY) }
}

/** The picture follows the finger: `by` is in pixels of the frame, which is `frameWidth` of them wide. */
export function panned(view: View, by: { x: number; y: number }, frameWidth: number, picture: Size, aspect: number): View {
  const perPixel = pieceAt(picture, aspect, view.zoom).width / frameWidth
  return held({ ...view, x: view.x - (by.x * perPixel) / picture.width, y: view.y - (by.y * perPixel) / picture.height }, picture, aspect)
}

/** What lies under the finger stays there. `at` is measured from the middle of the frame, in shares of its width. */
export function zoomed(view: View, factor: number, at: { x: number; y: number }, picture: Size, aspect: number): View {
  const zoom = clamp(view.zoom * factor, farthest, nearest(picture, aspect))
  const less = pieceAt(picture, aspect, view.zoom).width - pieceAt(picture, aspect, zoom).width
  return held({ zoom, x: view.x + (at.x * less) / picture.width, y: view.y + (at.y * less) / picture.height }, picture, aspect)
}

export function cropOf(view: View, picture: Size, aspect: number): Crop {
  const { x, y, zoom } = held(view, picture, aspect)
  const piece = pieceAt(picture, aspect, zoom)
  const [width, height] = [piece.width / picture.width, piece.height / picture.height]
  return { x: Math.max(0, x - width / 2), y: Math.max(0, y - height / 2), width, height }
}

/** The view that shows just this piece, and its shape. */
export function viewOf(crop: Crop, picture: Size): { view: View; aspect: number } {
  const aspect = (crop.width * picture.width) / (crop.height * picture.height)
  const widest = pieceAt(picture, aspect, farthest).width
  const view = { x: crop.x + crop.width / 2, y: crop.y + crop.height / 2, zoom: widest / (crop.width * picture.width) }
  return { view, aspect }
}

export const isWhole = ({ x, y, width, height }: Crop) => x < 0.0005 && y < 0.0005 && width > 0.999 && height > 0.999
