import type { ReactNode } from 'react'
import { AccountIcon as Icon } from '../icons/account-icon.tsx'
import type { AccountIconName } from '../icons/icon-names.ts'

type Props = { kind?: 'brass' | 'ok'; items: readonly { icon: AccountIconName; text: ReactNode }[] }

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
