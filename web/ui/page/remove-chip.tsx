import type { ComponentProps } from 'react'
import { Icon } from '../icons/icon.tsx'

type Props = Omit<ComponentProps<'button'>, 'type' | 'children'> & { label: string; removeLabel: string }

/** A chosen label with a button that submits its form to remove it. */
export const RemoveChip = ({ label, removeLabel, ...rest }: Props) => (
  <button {...rest} className="ui-chip" type="submit" aria-label={removeLabel}>
    <bdi>{label}</bdi>
    <Icon name="x" />
  </button>
)
