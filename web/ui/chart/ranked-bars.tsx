import type { ReactNode } from 'react'
import { Icon } from '../icons/icon.tsx'
import type { IconName } from '../icons/icon-names.ts'

/** `part` is 0 to 1, of the largest. */
type Bar = { name: string; icon?: ReactNode; value: string; part: number }

/** Counts by name with bars, highest first. `isGuess` draws bars without numbers. */
export const RankedBars = ({ bars, isGuess = false }: { bars: readonly Bar[]; isGuess?: boolean }) => (
  <ul className={isGuess ? 'ui-ranked guess' : 'ui-ranked'}>
    {bars.map(({ name, icon, value, part }) => (
      <li key={name}>
        {icon && <span aria-hidden="true">{icon}</span>}
        <span dir="auto">{name}</span>
        <b>{value}</b>
        <progress className="ui-progress-bar" value={part} max={1} aria-hidden="true" />
      </li>
    ))}
  </ul>
)

type Column = { name: string; icon: IconName; value: string; part: number }
const columnPx = 150

/** A few counts as columns, highest first. */
export const ColumnChart = ({ columns, isGuess = false }: { columns: readonly Column[]; isGuess?: boolean }) => (
  <ul className={isGuess ? 'ui-column-chart guess' : 'ui-column-chart'}>
    {columns.map(({ name, icon, value, part }) => (
      <li key={name}>
        <b>{value}</b>
        <svg width="100%" height={columnPx * part} aria-hidden="true">
          <rect width="100%" height="100%" rx="12" />
        </svg>
        <Icon name={icon} />
        <span>{name}</span>
      </li>
    ))}
  </ul>
)
