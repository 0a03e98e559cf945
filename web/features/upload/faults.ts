import type { ProblemBody } from '#contract/problem.ts'
import { refusedTypes, type FileType } from '#contract/media/picture-type.ts'
import { uploadLimits } from '#contract/media/upload-limits.ts'

const byType = {
  heic: 'upload.isHeic',
  pdf: 'upload.isPdf',
  svg: 'upload.isSvg',
  video: 'upload.isVideo',
  zip: 'upload.isZip',
  text: 'upload.isText',
} as const

const byProblem = {
  'picture-unreadable': 'upload.unreadable',
  'picture-too-many-pixels': 'upload.tooManyPixels',
  'picture-too-small': 'upload.tooSmall',
  'body-too-large': 'upload.tooLarge',
  'too-many-requests': 'upload.tooOften',
  'not-signed-in': 'upload.signedOut',
  'csrf-header-missing': 'upload.reload',
  unavailable: 'upload.noAnswer',
  'request-too-slow': 'upload.noAnswer',
} as const

export type FaultKey = (typeof byType)[keyof typeof byType] | (typeof byProblem)[keyof typeof byProblem] | 'upload.empty' | 'upload.failed'

/** What is wrong, and whether the same file may be sent once more. */
export type UploadFault = { key: FaultKey; canRetry: boolean }

const final = (key: FaultKey): UploadFault => ({ key, canRetry: false })

/** What can be said before a byte is sent; null where nothing is wrong. HEIC is left to browsers that can read it. */
export function faultOfFile({ size }: { size: number }, type: FileType): UploadFault | null {
  if (size === 0) return final('upload.empty')
  const refused = refusedTypes.find((known) => known === type)
  if (refused && refused !== 'heic') return final(byType[refused])
  return size > uploadLimits.bytesMax && type !== 'heic' ? final('upload.tooLarge') : null
}

export function faultOfSize({ width, height }: { width: number; height: number }): UploadFault | null {
  if (width * height > uploadLimits.pixelsMax) return final('upload.tooManyPixels')
  return Math.min(width, height) < uploadLimits.sideMinPx ? final('upload.tooSmall') : null
}

export const heicFault = final('upload.isHeic')

/** What the server said, in the reader's words. */
export function faultOfProblem(problem: ProblemBody & { kind?: unknown }): UploadFault {
  const name = problem.type.replace('/problems/', '')
  const refused = refusedTypes.find((known) => known === problem.kind)
  if (refused) return final(byType[refused])
  const key = Object.entries(byProblem).find(([known]) => known === name)?.[1] ?? 'upload.failed'
  const canRetry = problem.status >= 500 || problem.status === 429 || problem.status === 408 || problem.status === 401
  return { key, canRetry }
}
