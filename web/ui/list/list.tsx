import type { ReactNode } from 'react'
import { Icon } from '../icons/icon.tsx'
import type { IconName } from '../icons/icon-names.ts'
import { PageLink } from '../page-link.tsx'
import { Words } from './words.tsx'

type ListProps = {
  label?: string
  /** Shows the full text of its rows. */
  isWrapped?: boolean
  /** In a panel that has a title: its rows are as wide as the panel. */
  isInside?: boolean
  children: ReactNode
}

/** A list of similar rows. */
export const List = ({ label, isWrapped = false, isInside = false, children }: ListProps) => (
  <ul className={['ui-list', isInside ? 'inside' : 'ui-panel', isWrapped && 'wrapped'].filter(Boolean).join(' ')} aria-label={label}>
    {children}
  </ul>
)

/** One panel with a list under each heading, such as a day. Rows show their full text. */
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
  /** A badge beside the title. */
  mark?: ReactNode
  /** An avatar, an icon, a check box. */
  lead?: ReactNode
  /** A time, a badge, a button, a menu. */
  end?: ReactNode
  /** The link of the whole row. */
  href?: string
  isNew?: boolean
  /** Long words wrap instead of ending in an ellipsis. */
  isWrapped?: boolean
}

export const ListRow = ({ title, note, mark, lead, end, href, isNew = false, isWrapped = false }: RowProps) => (
  <li className={['ui-row across', isNew && 'ui-new', isWrapped && 'wrapped'].filter(Boolean).join(' ')}>
    {lead}
    <Words title={href ? <PageLink href={href}>{title}</PageLink> : title} note={note} mark={mark} isCut={!isWrapped} />
    {end && <span className="ui-row-end">{end}</span>}
  </li>
)

/** The start of a row about a page: its picture, wide and low. */
export const RowPicture = ({ src }: { src: string }) => (
  <img className="ui-row-picture" src={src} width="96" height="50" alt="" loading="lazy" />
)

/** The start of a row about a thing, not a person. */
export const RowIcon = ({ name }: { name: IconName }) => (
  <span className="ui-row-icon center">
    <Icon name={name} />
  </span>
)
