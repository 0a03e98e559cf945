import type { ReactNode } from 'react'
import { PageLink } from '../page-link.tsx'

type Props = {
  label: string
  tabs: readonly { href: string; label: ReactNode }[]
  /** The address of the current view. */
  current: string
  /** `tabs` of a page, a choice of a few views, or a filter of a list. */
  look?: 'tabs' | 'segments' | 'chips'
}

/** Views with their own addresses: links, so that they work without a script. */
export function LinkTabs({ label, tabs, current, look = 'tabs' }: Props) {
  return (
    <nav className={`ui-${look}`} aria-label={label}>
      <ul>
        {tabs.map(({ href, label }) => (
          <li key={href}>
            <PageLink href={href} aria-current={href === current ? 'page' : undefined}>
              {label}
            </PageLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
