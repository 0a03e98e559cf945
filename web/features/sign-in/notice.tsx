import type { ReactNode } from 'react'
import { LaterIcon as Icon } from '../../ui/icons/later-icon.tsx'

/** A line above a form that readers hear at once. */
export function Notice({ isBad = false, children }: { isBad?: boolean; children: ReactNode }) {
  return (
    <p className={isBad ? 'login-notice bad' : 'login-notice'} role={isBad ? 'alert' : 'status'}>
      <Icon name={isBad ? 'circle-alert' : 'check'} />
      <span>{children}</span>
    </p>
  )
}
