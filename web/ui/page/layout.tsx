import type { ReactNode } from 'react'
import { Words } from '../list/words.tsx'

type StackProps = {
  isTight?: boolean
  /** Limited to a readable text width: for settings pages. */
  isNarrow?: boolean
  /** Dimmed while new content loads. */
  isBusy?: boolean
  children: ReactNode
}

/** A column of panels; around a whole page it is the layout. */
export const Stack = ({ isTight = false, isNarrow = false, isBusy, children }: StackProps) => (
  <div className={['ui-stack', isTight && 'tight', isNarrow && 'narrow'].filter(Boolean).join(' ')} aria-busy={isBusy}>
    {children}
  </div>
)

/**
 * Two columns if they fit: the second narrow (`side`), a little narrower (`wide`), or equal (`even`). `around`: three children, of which
 * the first and last stand in the narrow column.
 */
export const Columns = ({ look = 'side', children }: { look?: 'side' | 'wide' | 'even' | 'around'; children: ReactNode }) => (
  <div className={look === 'side' ? 'ui-columns' : `ui-columns ${look}`}>{children}</div>
)

/** A wrapping row: filters, buttons, chips. */
export const Cluster = ({ children }: { children: ReactNode }) => <div className="ui-cluster">{children}</div>

/** Fields side by side if they fit; `isPaired`: at most two in a row. */
export const Fields = ({ isPaired = false, children }: { isPaired?: boolean; children: ReactNode }) => (
  <div className={isPaired ? 'ui-fields pairs' : 'ui-fields'}>{children}</div>
)

/** Equal tiles, as many in a row as fit. */
export const Tiles = ({ isSmall = false, children }: { isSmall?: boolean; children: ReactNode }) => (
  <div className={isSmall ? 'ui-tiles small' : 'ui-tiles'}>{children}</div>
)

type ActionRowProps = {
  /** The target of a link. */
  id?: string
  title: ReactNode
  note?: ReactNode
  children?: ReactNode
}

/** One of several actions in a panel: title, description and button. */
export function ActionRow({ id, title, note, children }: ActionRowProps) {
  const words = <Words id={id && `${id}-title`} title={title} note={note} />
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

/** The save button of a long form, sticky at its end, with a description. */
export const SaveBar = ({ title, note, children }: { title: ReactNode; note?: ReactNode; children: ReactNode }) => (
  <div className="ui-save-bar">
    <p role="status">
      {title}
      {note && <small>{note}</small>}
    </p>
    <div>{children}</div>
  </div>
)
