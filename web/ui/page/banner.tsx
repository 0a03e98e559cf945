import type { ReactNode } from 'react'
import { Icon } from '../icons/icon.tsx'

const icons = { info: 'info', ok: 'circle-check', warn: 'triangle-alert', bad: 'circle-alert', brass: 'key-round' } as const

type Props = {
  /** `brass` offers a plan. */
  kind: keyof typeof icons
  /** A short title. A one-sentence banner has none. */
  title?: ReactNode
  children?: ReactNode
  action?: ReactNode
  /** Announced when it appears on an open page: politely, or assertively if it is an error. */
  isLive?: boolean
}

export function Banner({ kind, title, children, action, isLive = false }: Props) {
  return (
    <div className={`ui-banner ${kind}`} role={isLive ? (kind === 'bad' ? 'alert' : 'status') : undefined}>
      <Icon name={icons[kind]} />
      <p>
        {title && <b>{title}</b>} {children}
      </p>
      {action}
    </div>
  )
}

/** Above a page: its own landmark, kept low on phones. */
export const PageBanner = ({ label, children, ...banner }: Props & { label: string }) => (
  <section className="ui-page-banner" aria-label={label}>
    <Banner {...banner}>
      <span>{children}</span>
    </Banner>
  </section>
)
