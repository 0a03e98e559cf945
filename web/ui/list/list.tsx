import type { ReactNode } from 'react'
import { PageLink } from '../page-link.tsx'

/** Rows of one kind. */
export const List = ({ label, children }: { label?: string; children: ReactNode }) => (
  <ul className="ui-panel ui-list" aria-label={label}>
    {children}
  </ul>
)

type RowProps = {
  title: ReactNode
  note?: ReactNode
  /** An avatar, an icon, a check box. */
  lead?: ReactNode
  /** A time, a badge, a button, a menu. */
  end?: ReactNode
  /** Where a click anywhere in the row leads. */
  href?: string
  isNew?: boolean
}

export const ListRow = ({ title, note, lead, end, href, isNew = false }: RowProps) => (
  <li className={isNew ? 'ui-row new' : 'ui-row'}>
    {lead}
    <div>
      <b dir="auto">{href ? <PageLink href={href}>{title}</PageLink> : title}</b>
      {note && <small dir="auto">{note}</small>}
    </div>
    {end && <span className="ui-row-end">{end}</span>}
  </li>
)
