import { signatureBytes, typeOfFile } from '#common/picture-type.ts'
import { issueOfFile, issueOfSize, type UploadIssue } from './issues.ts'
import type { Size } from './crop-math.ts'

/** A file to upload. `decoded` is null if the browser cannot display it: then only the server reads it. */
export type OpenedFile = { file: Blob; decoded: { bitmap: ImageBitmap; size: Size } | null }
type Opened = OpenedFile | { issue: UploadIssue }

/** The size needed for the canvas; the original file is uploaded. */
const displayMaxPx = 1600
const heicMaxPx = 4000

/** Checks a file before the upload: type, size and upright bitmap. */
export async function openFile(file: Blob): Promise<Opened> {
  const type = typeOfFile(new Uint8Array(await file.slice(0, signatureBytes).arrayBuffer()))
  const issue = issueOfFile(file, type)
  if (issue) return { issue }
  const bitmap = await createImageBitmap(file).catch(() => null)
  if (!bitmap) return { file, decoded: null }
  const size = { width: bitmap.width, height: bitmap.height }
  const wrongSize = issueOfSize(size)
  if (wrongSize) {
    bitmap.close()
    return { issue: wrongSize }
  }
  const sent = type === 'heic' ? await asJpeg(bitmap) : file
  return { file: sent, decoded: { bitmap: await shrunk(bitmap), size } }
}

async function shrunk(bitmap: ImageBitmap): Promise<ImageBitmap> {
  const share = displayMaxPx / Math.max(bitmap.width, bitmap.height)
  if (share >= 1) return bitmap
  const small = await createImageBitmap(bitmap, {
    resizeWidth: Math.max(1, Math.round(bitmap.width * share)),
    resizeHeight: Math.max(1, Math.round(bitmap.height * share)),
    resizeQuality: 'medium',
  })
  bitmap.close()
  return small
}

/** Only Safari can decode HEIC. */
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
