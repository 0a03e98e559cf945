import type { ReactNode } from 'react'
import { Icon } from '../icons/icon.tsx'
import { PageLink } from '../page-link.tsx'

type Props = {
  title: ReactNode
  /** The subject of the page. */
  picture?: ReactNode
  /** Beside the title: a badge, a count. */
  mark?: ReactNode
  lead?: ReactNode
  /** Breadcrumbs, without this page. */
  crumbs?: { label: string; links: readonly { href: string; label: string }[] }
  actions?: ReactNode
}

/** The start of every page, with its h1. */
export function PageHeader({ title, picture, mark, lead, crumbs, actions }: Props) {
  return (
    <div className="ui-page-header">
      {crumbs && (
        <nav aria-label={crumbs.label}>
          <ol>
            {crumbs.links.map(({ href, label }) => (
              <li key={href}>
                <PageLink href={href}>{label}</PageLink>
                <Icon name="chevron-right" />
              </li>
            ))}
            <li aria-current="page">
              <span className="one-line" dir="auto">
                {title}
              </span>
            </li>
          </ol>
        </nav>
      )}
      <div className="ui-page-title">
        {picture}
        <div>
          <h1 dir="auto">{title}</h1>
          {mark}
          {lead && <div className="ui-page-lead">{lead}</div>}
        </div>
        {actions && <div className="ui-page-actions">{actions}</div>}
      </div>
    </div>
  )
}

/** The account: picture, name and details. */
export const Profile = ({ picture, title, children }: { picture: ReactNode; title: ReactNode; children: ReactNode }) => (
  <section className="ui-profile across">
    {picture}
    <div>
      <h2 dir="auto">{title}</h2>
      {children}
    </div>
  </section>
)
