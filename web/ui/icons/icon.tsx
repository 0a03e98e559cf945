import type { BrandMark, LineIcon } from './icon-names.ts'
import { linePaths } from './icon-paths.ts'
import marks from './marks.svg?url'

/** Icons that a card draws in several places; `SharedIcons` carries their path once. */
const shared: ReadonlySet<LineIcon> = new Set<LineIcon>(['phone', 'message-circle', 'mail', 'share-2', 'qr-code', 'x', 'arrow-up-right'])

export function Icon({ name }: { name: LineIcon }) {
  return (
    <svg className="i" viewBox="0 0 24 24" aria-hidden="true">
      {shared.has(name) ? <use href={`#i-${name}`} /> : <path d={linePaths[name]} />}
    </svg>
  )
}

export function SharedIcons() {
  return (
    <svg className="shared-icons" width="0" height="0" aria-hidden="true">
      {[...shared].map((name) => (
        <symbol key={name} id={`i-${name}`} viewBox="0 0 24 24">
          <path d={linePaths[name]} />
        </symbol>
      ))}
    </svg>
  )
}

export function Mark({ name }: { name: BrandMark }) {
  return (
    <svg className="i mark" viewBox="0 0 24 24" aria-hidden="true">
      <use href={`${marks}#${name}`} />
    </svg>
  )
}
