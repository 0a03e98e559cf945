import type { ReactNode } from 'react'

type Props = { id?: string | undefined; title: ReactNode; note?: ReactNode; mark?: ReactNode; isCut?: boolean }

/** A name, and a note below it; `mark` is a badge beside the name. `isCut` ends each in an ellipsis instead of wrapping it. */
export const Words = ({ id, title, note, mark, isCut = false }: Props) => (
  <span className={isCut ? 'ui-words cut' : 'ui-words'}>
    <b id={id} dir="auto">
      {mark ? <span>{title}</span> : title}
      {mark}
    </b>
    {note && <small dir="auto">{note}</small>}
  </span>
)
