import type { ReactNode } from 'react'
import { Icon } from '../icons/icon.tsx'

const icons = { info: 'info', ok: 'circle-check', warn: 'triangle-alert', bad: 'circle-alert', brass: 'key-round' } as const

type Props = {
  /** `brass` offers a plan. */
  kind: keyof typeof icons
  /** What happened, in a few words. A banner of one sentence has none. */
  title?: ReactNode
  children?: ReactNode
  action?: ReactNode
  /** Announced when it appears on a page that is open: politely, or at once where it is bad. */
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

/** Above a page: a region of its own, which on a phone is as low as it can be. */
export const PageBanner = ({ label, children, ...banner }: Props & { label: string }) => (
  <section className="ui-page-banner" aria-label={label}>
    <Banner {...banner}>
      <span>{children}</span>
    </Banner>
  </section>
)
