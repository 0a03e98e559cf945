const sidePx = 240

/** A small print of a picture, to look at its pixels. */
export function pixelsOf(bitmap: ImageBitmap): ImageData | null {
  const share = Math.min(1, sidePx / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(bitmap.width * share))
  canvas.height = Math.max(1, Math.round(bitmap.height * share))
  const pen = canvas.getContext('2d', { willReadFrequently: true })
  pen?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  return pen?.getImageData(0, 0, canvas.width, canvas.height) ?? null
}
