import type { ReactNode } from 'react'

export function SettingsRow({ name, more = '', children }: { name: string; more?: ReactNode; children: ReactNode }) {
  return (
    <li>
      <span className="main">
        {name}
        {more && <small>{more}</small>}
      </span>
      {children}
    </li>
  )
}
