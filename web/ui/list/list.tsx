import type { ReactNode } from 'react'
import { Icon } from '../icons/icon.tsx'
import type { IconName } from '../icons/icon-names.ts'
import { PageLink } from '../page-link.tsx'

/** Rows of one kind. `isWrapped` where all of their words are to be read. */
export const List = ({ label, isWrapped = false, children }: { label?: string; isWrapped?: boolean; children: ReactNode }) => (
  <ul className={isWrapped ? 'ui-panel ui-list wrapped' : 'ui-panel ui-list'} aria-label={label}>
    {children}
  </ul>
)

/** One panel with a list under each heading, as what was done by day. All words of a row are to be read. */
export const GroupedList = ({ groups }: { groups: { title: string; rows: ReactNode }[] }) => (
  <div className="ui-panel ui-list-groups">
    {groups.map(({ title, rows }) => (
      <section key={title}>
        <h2>{title}</h2>
        <ul className="ui-list wrapped" aria-label={title}>
          {rows}
        </ul>
      </section>
    ))}
  </div>
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
  /** Long words wrap instead of ending in an ellipsis. */
  isWrapped?: boolean
}

export const ListRow = ({ title, note, lead, end, href, isNew = false, isWrapped = false }: RowProps) => (
  <li className={['ui-row', isNew && 'new', isWrapped && 'wrapped'].filter(Boolean).join(' ')}>
    {lead}
    <div>
      <b dir="auto">{href ? <PageLink href={href}>{title}</PageLink> : title}</b>
      {note && <small dir="auto">{note}</small>}
    </div>
    {end && <span className="ui-row-end">{end}</span>}
  </li>
)

/** What leads a row that is about a thing, not a person. */
export const RowIcon = ({ name }: { name: IconName }) => (
  <span className="ui-row-icon">
    <Icon name={name} />
  </span>
)
