import { useId, type ReactNode } from 'react'

type Props<T extends string> = {
  label: ReactNode
  /** For a group whose heading is the visible label. */
  isLabelHidden?: boolean
  name?: string
  choices: readonly { value: T; label: ReactNode; picture: ReactNode }[]
  value?: T | undefined
  defaultValue?: T
  onChange?: (value: T) => void
  isDisabled?: boolean
  /** In one row; without it as many as fit. */
  columns?: 3 | 4
}

/** Radio buttons, each with a picture of its choice. */
export function PictureRadios<T extends string>(props: Props<T>) {
  const { label, isLabelHidden, name, choices, value, defaultValue, onChange, isDisabled, columns } = props
  const id = useId()
  return (
    <fieldset className="ui-field-group ui-picture-radios" data-columns={columns} disabled={isDisabled}>
      <legend className={isLabelHidden ? 'sr-only' : undefined}>{label}</legend>
      <div>
        {choices.map((choice) => (
          <label key={choice.value}>
            <input
              type="radio"
              name={name ?? id}
              value={choice.value}
              {...(defaultValue === undefined ? { checked: choice.value === value } : { defaultChecked: choice.value === defaultValue })}
              onChange={() => onChange?.(choice.value)}
            />
            <span>{choice.picture}</span>
            {choice.label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
