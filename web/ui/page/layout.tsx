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

/** One of several things to do in a panel: what it is, what it brings, and its button. */
export const Act = ({ title, note, children }: { title: ReactNode; note?: ReactNode; children: ReactNode }) => (
  <div className="ui-act">
    <div>
      <b>{title}</b>
      {note && <small>{note}</small>}
    </div>
    {children}
  </div>
)

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
