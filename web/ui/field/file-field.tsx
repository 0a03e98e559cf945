import { useState, type ComponentProps, type ReactNode } from 'react'
import { Icon } from '../icons/icon.tsx'
import { FieldNotes, splitWords, useFieldMarks, type FieldWords } from './field-frame.tsx'

type Chosen = {
  name: string
  note?: ReactNode
  /** The address of a thumbnail. */
  picture?: string
  /** Upload progress from 0 to 1. */
  sent?: number
}
type Props = Omit<FieldWords, 'optional' | 'good' | 'isLabelHidden'> &
  Omit<ComponentProps<'input'>, 'type'> & {
    /** Replaces the label while a file is dragged over the field. */
    dropLabel: string
    chosen?: Chosen | undefined
    /** Buttons to cancel, remove or replace. */
    action?: ReactNode
  }

/** A native file input covers the whole field: it takes clicks, keys and dropped files, and it posts. */
export function FileField({ dropLabel, chosen, action, ...props }: Props) {
  const [words, input] = splitWords(props)
  const marks = useFieldMarks({ ...words, hint: chosen ? undefined : words.hint }, input.id)
  const [isOver, setOver] = useState(false)
  const isPicture = input.accept === undefined || /image/.test(input.accept)
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
      <span className="ui-file-picture center">
        {chosen?.picture ? (
          <img src={chosen.picture} width="48" height="48" alt="" />
        ) : (
          <Icon name={isOver ? 'download' : !isPicture ? 'file-input' : words.error ? 'image-off' : chosen ? 'image' : 'image-plus'} />
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
