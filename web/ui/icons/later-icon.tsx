import type { AnyIcon } from './icon-names.ts'
import { linePaths } from './icon-paths.ts'
import { laterPaths } from './later-icon-paths.ts'

const paths: Record<AnyIcon, string> = { ...linePaths, ...laterPaths }

/** Any icon there is, for pages that no visitor begins with: a card's own pages make do with `Icon`. */
export function LaterIcon({ name }: { name: AnyIcon }) {
  return (
    <svg className="i" viewBox="0 0 24 24" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  )
}
