import { tellingBytes, typeOfFile } from '#contract/media/picture-type.ts'
import { faultOfFile, faultOfSize, heicFault, type UploadFault } from './faults.ts'
import type { Size } from './crop-math.ts'

/** A file that may be sent. `drawn` is null where this browser cannot show it: then the server reads it alone. */
export type OpenedFile = { file: Blob; drawn: { bitmap: ImageBitmap; size: Size } | null }
type Opened = OpenedFile | { fault: UploadFault }

/** As large as a canvas needs it; the file itself is sent as it was taken. */
const shownMaxPx = 1600
const heicMaxPx = 4000

/** Looks at a file before it is sent: what it is, how large, and how it looks upright. */
export async function openFile(file: Blob): Promise<Opened> {
  const type = typeOfFile(new Uint8Array(await file.slice(0, tellingBytes).arrayBuffer()))
  const fault = faultOfFile(file, type)
  if (fault) return { fault }
  const bitmap = await createImageBitmap(file).catch(() => null)
  if (!bitmap) return type === 'heic' ? { fault: heicFault } : { file, drawn: null }
  const size = { width: bitmap.width, height: bitmap.height }
  const wrongSize = faultOfSize(size)
  if (wrongSize) {
    bitmap.close()
    return { fault: wrongSize }
  }
  const sent = type === 'heic' ? await asJpeg(bitmap) : file
  return { file: sent, drawn: { bitmap: await shrunk(bitmap), size } }
}

async function shrunk(bitmap: ImageBitmap): Promise<ImageBitmap> {
  const share = shownMaxPx / Math.max(bitmap.width, bitmap.height)
  if (share >= 1) return bitmap
  const small = await createImageBitmap(bitmap, {
    resizeWidth: Math.max(1, Math.round(bitmap.width * share)),
    resizeHeight: Math.max(1, Math.round(bitmap.height * share)),
    resizeQuality: 'medium',
  })
  bitmap.close()
  return small
}

/** Only the browser of an iPhone or a Mac comes this far with a HEIC picture. */
async function asJpeg(bitmap: ImageBitmap): Promise<Blob> {
  const share = Math.min(1, heicMaxPx / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(bitmap.width * share)
  canvas.height = Math.round(bitmap.height * share)
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture came out'))), 'image/jpeg', 0.93),
  )
}
