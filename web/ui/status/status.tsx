import type { ReactNode } from 'react'
import { Spinner } from '../button/spinner.tsx'
import { Icon } from '../icons/icon.tsx'
import type { IconName } from '../icons/icon-names.ts'

const icons = {
  ok: 'circle-check',
  wait: 'clock',
  warn: 'triangle-alert',
  bad: 'circle-alert',
  off: 'circle-minus',
} as const satisfies Record<string, IconName>

/** A state as an icon and a text, never by color alone. */
export const Status = ({ kind, children }: { kind: keyof typeof icons | 'busy'; children: ReactNode }) => (
  <span className={`ui-status ${kind}`}>
    {kind === 'busy' ? <Spinner /> : <Icon name={icons[kind]} />}
    {children}
  </span>
)
