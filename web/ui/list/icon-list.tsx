import type { ReactNode } from 'react'
import { Icon } from '../icons/icon.tsx'
import type { IconName } from '../icons/icon-names.ts'

type Props = { kind?: 'brass' | 'ok' | 'quiet'; items: readonly { icon: IconName; text: ReactNode }[] }

/** A list of features: `brass` with a plan, `ok` for everyone, `quiet` for effects. */
export const IconList = ({ kind = 'brass', items }: Props) => (
  <ul className={`ui-icon-list ${kind}`}>
    {items.map(({ icon, text }, index) => (
      <li key={index}>
        <Icon name={icon} />
        {text}
      </li>
    ))}
  </ul>
)
