import type { ReactNode } from 'react'
import type { Experiment } from '#contract/cards/drawing.ts'
import { Switch } from '../../../ui/field/switch.tsx'
import { Icon } from '../../../ui/icons/icon.tsx'
import { useDraft } from '../use-editor.ts'
import type { DraftKey, EditedCard } from '../draft/edited.ts'
import { anchorOf } from '../sections.ts'

export type FlagKey = { [K in DraftKey]: EditedCard[K] extends boolean ? K : never }[DraftKey]

/** A switch for a boolean field of the card. */
export function ToggleField({ of, ...look }: { of: FlagKey; label: ReactNode; more?: ReactNode }) {
  const [isOn, set] = useDraft(of)
  return <Toggle id={anchorOf(of)} isOn={isOn} choose={set} {...look} />
}

/** A switch for an experiment of the card. */
export function ExperimentToggle({ name, ...look }: { name: Experiment; label: ReactNode; more?: ReactNode }) {
  const [experiments, set] = useDraft('experiments')
  const isOn = experiments.some((one) => one.name === name && one.enabled)
  const choose = (enabled: boolean) => set([...experiments.filter((one) => one.name !== name), { name, enabled }])
  return <Toggle isOn={isOn} choose={choose} {...look} />
}

type Props = { id?: string; label: ReactNode; more?: ReactNode; isOn: boolean; choose(isOn: boolean): void; isLocked?: boolean }

export function Toggle({ id, label, more, isOn, choose, isLocked = false }: Props) {
  const words = isLocked ? (
    <>
      {label} <Icon name="key-round" />
    </>
  ) : (
    label
  )
  return <Switch id={id} label={words} hint={more} checked={isOn} disabled={isLocked} onChange={({ target }) => choose(target.checked)} />
}
