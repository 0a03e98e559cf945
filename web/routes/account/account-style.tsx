import type { ReactNode } from 'react'
import { OwnerStyle } from '../../features/account/frame/owner-style.tsx'
import { useForgetAtSignOut } from '../../features/push/use-forget-at-sign-out.ts'
import { SharedIcons } from '../../ui/icons/icon.tsx'

/** The colors of the owner’s pages, around those of the account, and what signing out there forgets. */
export function AccountStyle({ children }: { children: ReactNode }) {
  useForgetAtSignOut('/bff/logout')
  return (
    <>
      <SharedIcons />
      <OwnerStyle />
      {children}
    </>
  )
}
