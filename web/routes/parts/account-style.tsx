import type { ReactNode } from 'react'
import { OwnerStyle } from '../../features/owner/owner-style.tsx'
import { SharedIcons } from '../../ui/icons/icon.tsx'

/** The colours of the owner’s pages, around those of the account. */
export function AccountStyle({ children }: { children: ReactNode }) {
  return (
    <>
      <SharedIcons />
      <OwnerStyle />
      {children}
    </>
  )
}
