import { useId, type ReactNode } from 'react'
import { FieldNotes, useFieldMarks, type FieldWords } from './field-frame.tsx'

type Choice = {
  value: string
  label: ReactNode
  hint?: ReactNode
  /** At the end of the card, such as a price. */
  end?: ReactNode
  isDisabled?: boolean
}
type Props = Omit<FieldWords, 'optional'> & {
  name: string
  choices: readonly Choice[]
  value?: string
  defaultValue?: string
  onChange?: (value: string) => void
  required?: boolean
  columns?: 1 | 2 | 4
}

/** Radio buttons as cards, each with a description. */
export function RadioCards({ name, choices, value, defaultValue, onChange, required, columns = 1, ...words }: Props) {
  const { id, ...marks } = useFieldMarks(words)
  const hintId = useId()
  return (
    <fieldset className="ui-field-group ui-radio-cards" data-columns={columns} {...marks} role="radiogroup">
      <legend className={words.isLabelHidden ? 'sr-only' : undefined}>{words.label}</legend>
      <div>
        {choices.map((choice) => (
          <label key={choice.value} className="ui-radio-card">
            <span>
              <b>{choice.label}</b>
              {choice.hint && <small id={`${hintId}${choice.value}`}>{choice.hint}</small>}
            </span>
            {choice.end && <span className="ui-radio-end">{choice.end}</span>}
            <input
              type="radio"
              name={name}
              value={choice.value}
              disabled={choice.isDisabled}
              required={required}
              {...(value === undefined ? { defaultChecked: choice.value === defaultValue } : { checked: choice.value === value })}
              onChange={() => onChange?.(choice.value)}
            />
          </label>
        ))}
      </div>
      <FieldNotes words={words} id={id} />
    </fieldset>
  )
}
