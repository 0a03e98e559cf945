import type { ReactNode } from 'react'
import { Icon } from '../icons/icon.tsx'
import type { IconName } from '../icons/icon-names.ts'

type Props = {
  /** The title's id is `ID-title`; links can target the panel. */
  id: string
  /** `ink` if something expires or failed, `brass` to offer a plan. */
  kind?: 'paper' | 'ink' | 'brass'
  icon?: IconName
  /** The topic, above the title, and part of the landmark's name: a banner above the page may have the same title. */
  name?: ReactNode
  title: ReactNode
  art?: { src: string; width: number; height: number }
  children: ReactNode
}

/** A large state with its action. */
export const StatePanel = ({ id, kind = 'paper', icon = 'key-round', name, title, art, children }: Props) => (
  <section className={`ui-state ${kind}`} id={id} tabIndex={-1} aria-labelledby={name ? `${id}-name ${id}-title` : `${id}-title`}>
    {art && <img {...art} alt="" />}
    {name && (
      <p className="ui-state-name across">
        <Icon name={icon} />
        <span dir="auto" id={`${id}-name`}>
          {name}
        </span>
      </p>
    )}
    <h2 id={`${id}-title`}>{title}</h2>
    {children}
  </section>
)

type DaysProps = { days: number; daysLeft: number; from: string; until: string; label: string }

/** The days of a period, drawn as a street of doors; past days are filled. */
export const DayStreet = ({ days, daysLeft, from, until, label }: DaysProps) => (
  <div className="ui-days">
    <p role="img" aria-label={label}>
      {Array.from({ length: days }, (_, day) => (
        <i key={day} className={day < days - daysLeft ? 'past' : undefined} />
      ))}
    </p>
    <p>
      <span>{from}</span>
      <span>{until}</span>
    </p>
  </div>
)
