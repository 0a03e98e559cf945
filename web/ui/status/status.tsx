import type { ReactNode } from 'react'
import { Spinner } from '../button/spinner.tsx'
import { AccountIcon as Icon } from '../icons/account-icon.tsx'
import type { AccountIconName } from '../icons/icon-names.ts'

const icons = {
  ok: 'circle-check',
  wait: 'clock',
  warn: 'triangle-alert',
  bad: 'circle-alert',
  off: 'circle-minus',
} as const satisfies Record<string, AccountIconName>

/** How something is doing: always an icon and a word, never a color alone. */
export const Status = ({ kind, children }: { kind: keyof typeof icons | 'busy'; children: ReactNode }) => (
  <span className={`ui-status ${kind}`}>
    {kind === 'busy' ? <Spinner /> : <Icon name={icons[kind]} />}
    {children}
  </span>
)
