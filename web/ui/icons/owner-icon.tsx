import type { OwnerIconName } from './icon-names.ts'
import { linePaths } from './icon-paths.ts'
import { laterPaths } from './later-icon-paths.ts'
import { ownerPaths } from './owner-icon-paths.ts'

const paths: Record<OwnerIconName, string> = { ...linePaths, ...laterPaths, ...ownerPaths }

/** Any icon of a card and those of its owner’s own pages: what stands on a card makes do with `LaterIcon`. */
export function OwnerIcon({ name }: { name: OwnerIconName }) {
  return (
    <svg className="i" viewBox="0 0 24 24" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  )
}
