import { useId, type ReactNode } from 'react'
import { LaterIcon as Icon } from '../../../ui/icons/later-icon.tsx'
import { useDraft } from '../use-editor.ts'
import type { DraftKey, EditedCard } from '../draft/edited.ts'

export type FlagKey = { [K in DraftKey]: EditedCard[K] extends boolean ? K : never }[DraftKey]

/** One thing of the card that is on or off. */
export function ToggleField({ of, ...look }: { of: FlagKey; label: ReactNode; more?: ReactNode }) {
  const [isOn, set] = useDraft(of)
  return <Toggle isOn={isOn} choose={set} {...look} />
}

type Props = { label: ReactNode; more?: ReactNode; isOn: boolean; choose(isOn: boolean): void; isLocked?: boolean }

/** On or off, the whole row through. */
export function Toggle({ label, more, isOn, choose, isLocked = false }: Props) {
  const id = useId()
  return (
    <label className="toggle">
      <span>
        <span id={id}>{label}</span>
        {more && <small id={`${id}-more`}>{more}</small>}
      </span>
      {isLocked && <Icon name="key-round" />}
      <input
        type="checkbox"
        role="switch"
        checked={isOn}
        aria-checked={isOn}
        disabled={isLocked}
        aria-labelledby={id}
        aria-describedby={more ? `${id}-more` : undefined}
        onChange={({ target }) => choose(target.checked)}
      />
      <i className="knob" aria-hidden="true" />
    </label>
  )
}
