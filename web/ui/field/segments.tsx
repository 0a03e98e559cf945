import { useId, type ReactNode } from 'react'

type Props<T extends string | number> = {
  label: ReactNode
  /** For a row whose own text is the visible label. */
  isLabelHidden?: boolean
  /** Fills its container; each choice is 44 px high. */
  isWide?: boolean
  /** The field's name inside a form. */
  name?: string
  choices: readonly { value: T; label: ReactNode }[]
  value?: T
  defaultValue?: T
  onChange?: (value: T) => void
}

/** Radio buttons side by side. */
export function Segments<T extends string | number>({
  label,
  isLabelHidden = false,
  isWide = false,
  name,
  choices,
  value,
  defaultValue,
  onChange,
}: Props<T>) {
  const id = useId()
  return (
    <fieldset className={isWide ? 'ui-field-group ui-segment-radios wide' : 'ui-field-group ui-segment-radios'}>
      <legend className={isLabelHidden ? 'sr-only' : undefined}>{label}</legend>
      <div>
        {choices.map((choice) => (
          <label key={choice.value}>
            <input
              type="radio"
              name={name ?? id}
              value={choice.value}
              {...(value === undefined ? { defaultChecked: choice.value === defaultValue } : { checked: choice.value === value })}
              onChange={() => onChange?.(choice.value)}
            />
            <span>{choice.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
