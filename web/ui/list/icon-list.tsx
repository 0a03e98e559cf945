import type { ReactNode } from 'react'
import { Icon } from '../icons/icon.tsx'
import type { IconName } from '../icons/icon-names.ts'

type Props = { kind?: 'brass' | 'ok'; items: readonly { icon: IconName; text: ReactNode }[] }

/** What one gets, a line each: `brass` with a plan, `ok` in any case. */
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
