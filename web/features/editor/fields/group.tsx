import type { ReactNode } from 'react'

type Props = { id?: string; title: ReactNode; note?: ReactNode; lead?: ReactNode; isRows?: boolean; children: ReactNode }

/** A group of fields with a heading. `isRows`: rows of one panel, like settings. */
export function Group({ id, title, note, lead, isRows = false, children }: Props) {
  return (
    <section className="group" id={id}>
      <h2>
        {title}
        {note && <small>{note}</small>}
      </h2>
      {lead && <p className="lead">{lead}</p>}
      <div className={isRows ? 'rows' : 'fields'}>{children}</div>
    </section>
  )
}
