import { createContext, useContext, type ReactNode } from 'react'
import type { BrandMark, IconName } from './icon-names.ts'
import { iconPaths } from './icon-paths.ts'
import marks from './marks.svg?url'

/** Icons that a card uses several times. Within `SharedIcons` each path is defined once and referenced. */
const shared: readonly IconName[] = ['phone', 'message-circle', 'mail', 'share-2', 'qr-code', 'x', 'arrow-up-right']
const SharedContext = createContext<readonly IconName[]>([])

export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="i" viewBox="0 0 24 24" aria-hidden="true">
      {useContext(SharedContext).includes(name) ? <use href={`#i-${name}`} /> : <path d={iconPaths[name]} />}
    </svg>
  )
}

export function SharedIcons({ children }: { children: ReactNode }) {
  return (
    <SharedContext value={shared}>
      <svg className="shared-icons" width="0" height="0" aria-hidden="true">
        {shared.map((name) => (
          <symbol key={name} id={`i-${name}`} viewBox="0 0 24 24">
            <path d={iconPaths[name]} />
          </symbol>
        ))}
      </svg>
      {children}
    </SharedContext>
  )
}

export function Mark({ name }: { name: BrandMark }) {
  return (
    <svg className="i mark" viewBox="0 0 24 24" aria-hidden="true">
      <use href={`${marks}#${name}`} />
    </svg>
  )
}
