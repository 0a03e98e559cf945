import type { ProblemBody } from '#contract/problem.ts'
import { unsupportedTypes, type FileType } from '#common/picture-type.ts'
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
  'not-logged-in': 'upload.signedOut',
  'csrf-header-missing': 'upload.reload',
  unavailable: 'upload.noAnswer',
  'request-too-slow': 'upload.noAnswer',
} as const

type IssueKey = (typeof byType)[keyof typeof byType] | (typeof byProblem)[keyof typeof byProblem] | 'upload.empty' | 'upload.failed'

/** An issue, and whether the same file can be sent again. */
export type UploadIssue = { key: IssueKey; canRetry: boolean }

const final = (key: IssueKey): UploadIssue => ({ key, canRetry: false })

/** An issue that is known before the upload, or null. HEIC depends on the browser. */
export function issueOfFile({ size }: { size: number }, type: FileType): UploadIssue | null {
  if (size === 0) return final('upload.empty')
  const refused = unsupportedTypes.find((known) => known === type)
  if (refused && refused !== 'heic') return final(byType[refused])
  return size > uploadLimits.bytesMax && type !== 'heic' ? final('upload.tooLarge') : null
}

export function issueOfSize({ width, height }: { width: number; height: number }): UploadIssue | null {
  if (width * height > uploadLimits.pixelsMax) return final('upload.tooManyPixels')
  return Math.min(width, height) < uploadLimits.sideMinPx ? final('upload.tooSmall') : null
}

/** The issue for an error of the server. */
export function issueOfProblem(problem: ProblemBody & { kind?: unknown }): UploadIssue {
  const name = problem.type.replace('/problems/', '')
  const refused = unsupportedTypes.find((known) => known === problem.kind)
  if (refused) return final(byType[refused])
  const key = Object.entries(byProblem).find(([known]) => known === name)?.[1] ?? 'upload.failed'
  const canRetry = problem.status >= 500 || problem.status === 429 || problem.status === 408 || problem.status === 401
  return { key, canRetry }
}
