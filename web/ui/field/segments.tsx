type Props = {
  /** Only heard: the row says it to those who see. */
  label: string
  name: string
  choices: readonly { value: string; label: string }[]
  defaultValue: string
  onChange?: (value: string) => void
}

/** One of two or three, side by side, inside a form. */
export const Segments = ({ label, name, choices, defaultValue, onChange }: Props) => (
  <fieldset className="ui-segment-radios">
    <legend className="sr-only">{label}</legend>
    {choices.map((choice) => (
      <label key={choice.value}>
        <input
          type="radio"
          name={name}
          value={choice.value}
          defaultChecked={choice.value === defaultValue}
          onChange={() => onChange?.(choice.value)}
        />
        <span>{choice.label}</span>
      </label>
    ))}
  </fieldset>
)
