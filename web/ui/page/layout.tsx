import type { ReactNode } from 'react'

/** Panels below one another. */
export const Stack = ({ isTight = false, children }: { isTight?: boolean; children: ReactNode }) => (
  <div className={isTight ? 'ui-stack tight' : 'ui-stack'}>{children}</div>
)

/** Two columns where there is room: the second one narrow (`side`), a little narrower (`wide`), or both the same (`even`). */
export const Columns = ({ look = 'side', children }: { look?: 'side' | 'wide' | 'even'; children: ReactNode }) => (
  <div className={look === 'side' ? 'ui-columns' : `ui-columns ${look}`}>{children}</div>
)

/** What stands in one line and breaks where there is no room: filters, buttons, chips. */
export const Cluster = ({ children }: { children: ReactNode }) => <div className="ui-cluster">{children}</div>

/** Fields beside one another as far as there is room. */
export const Fields = ({ children }: { children: ReactNode }) => <div className="ui-fields">{children}</div>

type ActProps = {
  /** A link leads to it. */
  id?: string
  title: ReactNode
  note?: ReactNode
  children?: ReactNode
}

/** One of several things to do in a panel: what it is, what it brings, and its button. */
export function Act({ id, title, note, children }: ActProps) {
  const words = (
    <div>
      <b id={id && `${id}-title`}>{title}</b>
      {note && <small>{note}</small>}
    </div>
  )
  if (!id)
    return (
      <div className="ui-act">
        {words}
        {children}
      </div>
    )
  return (
    <section className="ui-act" id={id} tabIndex={-1} aria-labelledby={`${id}-title`}>
      {words}
      {children}
    </section>
  )
}

/** The one save button of a long form, in sight at its foot, with what it brings. */
export const SaveBar = ({ title, note, children }: { title: ReactNode; note?: ReactNode; children: ReactNode }) => (
  <div className="ui-save-bar">
    <p role="status">
      {title}
      {note && <small>{note}</small>}
    </p>
    <div>{children}</div>
  </div>
)
