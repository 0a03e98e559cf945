import { useState, type ComponentProps, type ReactNode } from 'react'
import { Icon } from '../icons/icon.tsx'
import { FieldNotes, splitWords, useFieldMarks, type FieldWords } from './field-frame.tsx'

type Chosen = {
  name: string
  note?: ReactNode
  /** Address of a small picture of it. */
  picture?: string
  /** 0 to 1 while it is on its way. */
  sent?: number
}
type Props = Omit<FieldWords, 'optional' | 'good' | 'isLabelHidden'> &
  Omit<ComponentProps<'input'>, 'type'> & {
    /** Said in place of the label while a file is held over the field. */
    dropLabel: string
    chosen?: Chosen | undefined
    /** Stop, remove or choose again. */
    action?: ReactNode
  }

/** The platform's own file input lies over the whole field: it takes a click, the keyboard and a file dropped onto it, and it posts. */
export function FileField({ dropLabel, chosen, action, ...props }: Props) {
  const [words, input] = splitWords(props)
  const marks = useFieldMarks({ ...words, hint: chosen ? undefined : words.hint }, input.id)
  const [isOver, setOver] = useState(false)
  return (
    <div className={['ui-file', isOver ? 'over' : !chosen && 'empty'].filter(Boolean).join(' ')}>
      <input
        {...input}
        {...marks}
        type="file"
        onDragEnter={() => setOver(true)}
        onDragLeave={() => setOver(false)}
        onDrop={() => setOver(false)}
      />
      <span className="ui-file-picture">
        {chosen?.picture ? (
          <img src={chosen.picture} width="48" height="48" alt="" />
        ) : (
          <Icon name={isOver ? 'download' : words.error ? 'image-off' : chosen ? 'image' : 'image-plus'} />
        )}
      </span>
      <div className="ui-file-words">
        <label htmlFor={marks.id}>
          {chosen && <span className="sr-only">{words.label} </span>}
          {isOver ? dropLabel : (chosen?.name ?? words.label)}
        </label>
        {chosen?.sent !== undefined && (
          <progress className="ui-progress-bar" value={chosen.sent} max={1} aria-label={chosen.name}>
            {Math.round(chosen.sent * 100)}%
          </progress>
        )}
        {chosen?.note && !words.error && <p className="ui-field-note">{chosen.note}</p>}
        <FieldNotes words={chosen ? { error: words.error } : words} id={marks.id} />
      </div>
      {action}
    </div>
  )
}
