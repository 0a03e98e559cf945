import type { Crop } from '#contract/media/upload-limits.ts'

export type Size = { width: number; height: number }
/** The crop frame: its center as fractions of the image, and the zoom factor. */
export type View = { x: number; y: number; zoom: number }

export const minZoom = 1
const zoomLimit = 8
/** Crops smaller than this look coarse on a card. */
const cropMinPx = 96

const clamp = (value: number, min: number, max: number) => Math.min(max, Math.max(min, value))

/** The maximum zoom before the crop gets too coarse. */
export function maxZoom(picture: Size, aspect: number): number {
  const { width, height } = cropSizeAt(picture, aspect, minZoom)
  return clamp(Math.min(width, height) / cropMinPx, minZoom, zoomLimit)
}

/** The size of a crop with this aspect ratio at this zoom, in pixels of the image. */
export function cropSizeAt({ width, height }: Size, aspect: number, zoom: number): Size {
  const widest = Math.min(width, height * aspect)
  return { width: widest / zoom, height: widest / aspect / zoom }
}

/** Clamps a view to the picture and the maximum zoom. */
export function clampView(view: View, picture: Size, aspect: number): View {
  const zoom = clamp(view.zoom, minZoom, maxZoom(picture, aspect))
  const piece = cropSizeAt(picture, aspect, zoom)
  const [halfX, halfY] = [piece.width / picture.width / 2, piece.height / picture.height / 2]
  return { zoom, x: clamp(view.x, halfX, 1 - halfX), y: clamp(view.y, halfY, 1 - halfY) }
}

/** Moves the picture by a drag: `by` is in pixels of a frame that is `frameWidth` wide. */
export function panView(view: View, by: { x: number; y: number }, frameWidth: number, picture: Size, aspect: number): View {
  const perPixel = cropSizeAt(picture, aspect, view.zoom).width / frameWidth
  return clampView(
    { ...view, x: view.x - (by.x * perPixel) / picture.width, y: view.y - (by.y * perPixel) / picture.height },
    picture,
    aspect,
  )
}

/** Zooms around a point: `at` is relative to the frame's center, as fractions of its width. */
export function zoomView(view: View, factor: number, at: { x: number; y: number }, picture: Size, aspect: number): View {
  const zoom = clamp(view.zoom * factor, minZoom, maxZoom(picture, aspect))
  const less = cropSizeAt(picture, aspect, view.zoom).width - cropSizeAt(picture, aspect, zoom).width
  return clampView({ zoom, x: view.x + (at.x * less) / picture.width, y: view.y + (at.y * less) / picture.height }, picture, aspect)
}

export function cropOf(view: View, picture: Size, aspect: number): Crop {
  const { x, y, zoom } = clampView(view, picture, aspect)
  const piece = cropSizeAt(picture, aspect, zoom)
  const [width, height] = [piece.width / picture.width, piece.height / picture.height]
  return { x: Math.max(0, x - width / 2), y: Math.max(0, y - height / 2), width, height }
}

/** The view of a crop, and its aspect ratio. */
export function viewOf(crop: Crop, picture: Size): { view: View; aspect: number } {
  const aspect = (crop.width * picture.width) / (crop.height * picture.height)
  const widest = cropSizeAt(picture, aspect, minZoom).width
  const view = { x: crop.x + crop.width / 2, y: crop.y + crop.height / 2, zoom: widest / (crop.width * picture.width) }
  return { view, aspect }
}

export const isWhole = ({ x, y, width, height }: Crop) => x < 0.0005 && y < 0.0005 && width > 0.999 && height > 0.999
