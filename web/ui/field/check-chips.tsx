type Choice = { value: string; isChecked?: boolean }

/** Any of several words of somebody's own. Inside a form each one chosen posts under `name`. */
export const CheckChips = ({ name, choices }: { name: string; choices: readonly Choice[] }) => (
  <div className="ui-check-chips">
    {choices.map(({ value, isChecked }) => (
      <label key={value} className="ui-chip" dir="auto">
        <input type="checkbox" name={name} value={value} defaultChecked={isChecked} />
        <span>{value}</span>
      </label>
    ))}
  </div>
)
