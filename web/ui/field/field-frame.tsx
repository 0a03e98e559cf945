import { useId, type ReactNode } from 'react'
import { Icon } from '../icons/icon.tsx'

export type FieldWords = {
  label: ReactNode
  /** Always visible below the field. */
  hint?: ReactNode
  /** The text that marks a field as optional. */
  optional?: string | undefined
  error?: ReactNode
  good?: ReactNode
  isLabelHidden?: boolean
  /** Another text about the control, by its id. */
  describedBy?: string
}
export type FieldMarks = { id: string; 'aria-invalid': true | undefined; 'aria-describedby': string | undefined }

/** Attributes that link a control with its label, error and hint. */
export function useFieldMarks({ hint, error, good, describedBy }: Omit<FieldWords, 'label'>, ownId?: string): FieldMarks {
  const newId = useId()
  const id = ownId ?? newId
  const described = [error && `${id}-error`, !error && good && `${id}-good`, hint && `${id}-hint`, describedBy].filter(Boolean).join(' ')
  return { id, 'aria-invalid': error ? true : undefined, 'aria-describedby': described || undefined }
}

/** The label above the control, and below it the error, success message and hint. */
export function FieldFrame({
  words,
  id,
  children,
}: {
  words: FieldWords
  id: string | undefined
  children: (marks: FieldMarks) => ReactNode
}) {
  const { label, optional, isLabelHidden } = words
  const marks = useFieldMarks(words, id)
  return (
    <div className="ui-field">
      <label className={isLabelHidden ? 'sr-only' : undefined} htmlFor={marks.id}>
        {label}
        {optional && <span> {optional}</span>}
      </label>
      {children(marks)}
      <FieldNotes words={words} id={marks.id} />
    </div>
  )
}

export function FieldNotes({ words: { error, good, hint }, id }: { words: Omit<FieldWords, 'label'>; id: string }) {
  return (
    <>
      {error && (
        <p className="ui-field-note error" id={`${id}-error`}>
          <Icon name="circle-alert" />
          <span>{error}</span>
        </p>
      )}
      {!error && good && (
        <p className="ui-field-note good" id={`${id}-good`}>
          <Icon name="circle-check" />
          <span>{good}</span>
        </p>
      )}
      {hint && (
        <p className="ui-field-note" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </>
  )
}

/** The control's props and the texts around it. */
export function splitWords<T extends FieldWords>(props: T): [FieldWords, Omit<T, keyof FieldWords>] {
  const { label, hint, optional, error, good, isLabelHidden = false, describedBy, ...control } = props
  return [{ label, hint, optional, error, good, isLabelHidden, ...(describedBy && { describedBy }) }, control]
}
