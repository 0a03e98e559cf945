import type { PendingIssueCode } from '#contract/cards/draft-issues.ts'
import type { PictureKind } from '#contract/cards/drafts.ts'
import { propertyOf } from '#common/property-of.ts'
import type { Issue } from './draft-server.ts'

/** Input that is not part of the draft yet. */
export type PendingPath = 'services.pending' | 'services.unsure' | 'versions.pending' | `pictures.${PictureKind}`
export type PendingInput = Readonly<Partial<Record<PendingPath, string>>>

const pathsOf = (pending: PendingInput) => Object.keys(pending) as PendingPath[]

const codeOf = (path: PendingPath): PendingIssueCode =>
  path === 'versions.pending' ? 'versionNotAdded' : path.startsWith('pictures.') ? 'pictureUploading' : 'linkNotAdded'

const typedPaths = ['services.pending', 'services.unsure', 'versions.pending'] as const
const isText = (path: PendingPath) => typedPaths.some((typed) => typed === path)

/** Reads what this window stored: only texts, because a reload ends uploads. */
export function readPending(stored: unknown): PendingInput {
  return Object.fromEntries(
    typedPaths.flatMap((path) => {
      const text = propertyOf(stored, path)
      return typeof text === 'string' ? [[path, text]] : []
    }),
  )
}

/** Issues that block publishing, by path. */
export const pendingIssues = (pending: PendingInput): Issue[] =>
  pathsOf(pending).flatMap((path) => (pending[path]?.trim() ? [{ path, code: codeOf(path) }] : []))

export function withPending(pending: PendingInput, path: PendingPath, text: string): PendingInput {
  const { [path]: _, ...rest } = pending
  return text === '' ? rest : { ...rest, [path]: text }
}

/** Drops texts that are unchanged since `before`; running uploads stay. */
export const withoutUnchangedTexts = (pending: PendingInput, before: PendingInput): PendingInput =>
  Object.fromEntries(pathsOf(pending).flatMap((path) => (isText(path) && pending[path] === before[path] ? [] : [[path, pending[path]]])))
