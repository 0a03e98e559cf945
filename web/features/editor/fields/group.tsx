import { createContext, useContext, type ReactNode } from 'react'

/** True within a section that has a title of its own. */
export const IsTitled = createContext(false)

/** The heading of a group, one level below its section's. */
export function GroupTitle({ id, children }: { id?: string; children: ReactNode }) {
  const Heading = useContext(IsTitled) ? 'h3' : 'h2'
  return (
    <Heading id={id} className="group-title">
      {children}
    </Heading>
  )
}

type Props = { id?: string; title?: ReactNode; note?: ReactNode; lead?: ReactNode; isRows?: boolean; children: ReactNode }

/** A group of fields with a heading. `isRows`: rows of one panel, like settings. */
export function Group({ id, title, note, lead, isRows = false, children }: Props) {
  return (
    <section className="group" id={id}>
      {title && (
        <GroupTitle>
          {title}
          {note && <small>{note}</small>}
        </GroupTitle>
      )}
      {lead && <p className="lead">{lead}</p>}
      <div className={isRows ? 'rows ui-divided' : 'fields'}>{children}</div>
    </section>
  )
}
