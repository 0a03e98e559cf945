import { shortCount } from '../short-count.ts'
import type { ReactNode } from 'react'
import { Icon } from '../icons/icon.tsx'
import type { IconName } from '../icons/icon-names.ts'

type Kind = 'door' | 'brass' | 'ok' | 'warn' | 'bad' | 'quiet'

/** A category in capitals: what something is, not its state. */
export const Badge = ({ kind = 'quiet', icon, children }: { kind?: Kind; icon?: IconName; children: ReactNode }) => (
  <span className={`ui-badge ${kind}`}>
    {icon && <Icon name={icon} />}
    {children}
  </span>
)

/** A label in the letters its author typed. */
export const Tag = ({
  kind = 'quiet',
  icon,
  children,
}: {
  kind?: 'quiet' | 'ok' | 'warn' | 'bad'
  icon?: IconName
  children: ReactNode
}) => (
  <span className={`ui-tag ${kind}`}>
    {icon && <Icon name={icon} />}
    <span dir="auto">{children}</span>
  </span>
)

/** The number of unread things. `label` tells screen readers what they are. */
export const Count = ({ of, label, kind = 'bad' }: { of: number; label: string; kind?: 'bad' | 'door' }) => (
  <span className={`ui-count ${kind}`}>
    <span aria-hidden="true">{shortCount(of)}</span>
    <span className="sr-only">{label}</span>
  </span>
)
