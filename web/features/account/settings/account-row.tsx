import { useId, type ReactNode } from 'react'
import type { OwnerIconName } from '../../../ui/icons/icon-names.ts'
import { OwnerIcon as Icon } from '../../../ui/icons/owner-icon.tsx'

type RowProps = { icon?: OwnerIconName; name: string; more?: ReactNode }

export function RowWords({ icon, name, more }: RowProps) {
  return (
    <>
      <span className="row-icon">{icon && <Icon name={icon} />}</span>
      <span className="row-words">
        <b>{name}</b>
        {more && <small>{more}</small>}
      </span>
    </>
  )
}

type SwitchProps = RowProps & { intent: string; isOn: boolean; isLocked?: boolean; choose(isOn: boolean): void }

/** On or off, the whole row through. It is a form of one button, so that it works before any script. */
export function SwitchRow({ icon, name, more, intent, isOn, isLocked = false, choose }: SwitchProps) {
  const id = useId()
  return (
    <form
      method="post"
      onSubmit={(event) => {
        event.preventDefault()
        choose(!isOn)
      }}
    >
      <input type="hidden" name="intent" value={intent} />
      <button
        className="row"
        type="submit"
        role="switch"
        aria-checked={isOn}
        aria-label={name}
        aria-describedby={more ? id : undefined}
        name="value"
        value={isOn ? 'off' : 'on'}
        disabled={isLocked}
      >
        <RowWords {...(icon ? { icon } : {})} name={name} more={more && <span id={id}>{more}</span>} />
        {isLocked && <Icon name="key-round" />}
        <i className="knob" aria-hidden="true" />
      </button>
    </form>
  )
}
