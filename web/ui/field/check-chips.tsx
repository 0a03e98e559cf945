type Choice = { value: string; isChecked?: boolean; count?: number }
type Props = { label?: string; isLabelHidden?: boolean; name: string; choices: readonly Choice[] }

/** Chips with check boxes. Inside a form each checked one posts under `name`. */
export function CheckChips({ label, isLabelHidden = false, name, choices }: Props) {
  const chips = (
    <div className="ui-check-chips">
      {choices.map(({ value, isChecked, count = 0 }) => (
        <label key={value} className="ui-chip" dir="auto">
          <input type="checkbox" name={name} value={value} defaultChecked={isChecked} />
          <span>{count > 0 ? `${value} (${count})` : value}</span>
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
