import type { ReactNode } from 'react'
import { PageLink } from '../page-link.tsx'

type Props = {
  label: string
  tabs: readonly { href: string; label: ReactNode }[]
  /** The address of the one that is shown. */
  current: string
  /** Tabs of a page, a choice between a few views, or a filter of a list. */
  look?: 'tabs' | 'segments' | 'chips'
}

/** Views of one thing, each with an address of its own: links, so that they work before any script. */
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
