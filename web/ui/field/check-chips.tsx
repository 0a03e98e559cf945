type Choice = { value: string; isChecked?: boolean }
type Props = { label?: string; isLabelHidden?: boolean; name: string; choices: readonly Choice[] }

/** Chips with check boxes. Inside a form each checked one posts under `name`. */
export function CheckChips({ label, isLabelHidden = false, name, choices }: Props) {
  const chips = (
    <div className="ui-check-chips">
      {choices.map(({ value, isChecked }) => (
        <label key={value} className="ui-chip" dir="auto">
          <input type="checkbox" name={name} value={value} defaultChecked={isChecked} />
          <span>{value}</span>
        </label>
      ))}
    </div>
  )
  if (!label) return chips
  return (
    <fieldset className="ui-field-group">
      <legend className={isLabelHidden ? 'sr-only' : undefined}>{label}</legend>
      {chips}
    </fieldset>
  )
}
