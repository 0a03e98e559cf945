import { useId, type ReactNode } from 'react'

type Props<T extends string | number> = {
  legend: ReactNode
  options: readonly { value: T; label: ReactNode }[]
  value: T
  choose(value: T): void
}

/** One of a few, side by side. */
export function Choice<T extends string | number>({ legend, options, value, choose }: Props<T>) {
  const name = useId()
  return (
    <fieldset className="choice">
      <legend>{legend}</legend>
      <div>
        {options.map((option) => (
          <label key={option.value}>
            <input type="radio" name={name} checked={option.value === value} onChange={() => choose(option.value)} />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
