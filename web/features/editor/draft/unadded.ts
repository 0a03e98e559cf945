import { sayFault } from '#contract/cards/draft-faults.ts'
import type { PictureKind } from '#contract/cards/drafts.ts'
import type { Fault } from './draft-server.ts'

/** Where something waits that is typed or chosen, and no part of the draft yet. */
export type UnaddedPath = 'services.unadded' | 'services.unsure' | 'versions.unadded' | `pictures.${PictureKind}`
export type Unadded = Readonly<Partial<Record<UnaddedPath, string>>>

const pathsOf = (unadded: Unadded) => Object.keys(unadded) as UnaddedPath[]

const nameOf = (path: UnaddedPath) =>
  path === 'versions.unadded' ? 'versionNotAdded' : path.startsWith('pictures.') ? 'pictureUploading' : 'linkNotAdded'

const typedPaths = ['services.unadded', 'services.unsure', 'versions.unadded'] as const
const isText = (path: UnaddedPath) => typedPaths.some((typed) => typed === path)

/** As a window stored it: its words alone, for a reload ends what was being uploaded. */
export function readUnadded(stored: unknown): Unadded {
  if (typeof stored !== 'object' || stored === null) return {}
  return Object.fromEntries(
    typedPaths.flatMap((path) => {
      const text: unknown = Reflect.get(stored, path)
      return typeof text === 'string' ? [[path, text]] : []
    }),
  )
}

/** Why the card cannot be published yet, by place. */
export const unaddedFaults = (unadded: Unadded): Fault[] =>
  pathsOf(unadded).flatMap((path) => (unadded[path]?.trim() ? [{ path, message: sayFault(nameOf(path)) }] : []))

export function withUnadded(unadded: Unadded, path: UnaddedPath, text: string): Unadded {
  const { [path]: _, ...rest } = unadded
  return text === '' ? rest : { ...rest, [path]: text }
}

/** Without the texts that still are what they were; an upload under way goes on. */
export const withoutTexts = (unadded: Unadded, before: Unadded): Unadded =>
  Object.fromEntries(pathsOf(unadded).flatMap((path) => (isText(path) && unadded[path] === before[path] ? [] : [[path, unadded[path]]])))
