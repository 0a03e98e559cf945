import type { ReactNode } from 'react'
import { Icon } from '../icons/icon.tsx'
import type { IconName } from '../icons/icon-names.ts'

type Figure = { label: string; value: ReactNode; note?: ReactNode; chart?: ReactNode }

/** A few numbers side by side. */
export const Figures = ({ label, figures }: { label: string; figures: readonly Figure[] }) => (
  <dl className="ui-panel ui-figures" aria-label={label}>
    {figures.map(({ label, value, note, chart }) => (
      <div key={label}>
        <dt>
          {label}
          {note && <small>{note}</small>}
        </dt>
        <dd>
          <b>{value}</b>
          {chart}
        </dd>
      </div>
    ))}
  </dl>
)

type TileProps = {
  icon: IconName
  title: string
  status: ReactNode
  /** The one number, and what it counts. */
  value: ReactNode
  unit?: ReactNode
  aside?: ReactNode
  lines: readonly ReactNode[]
}

/** How one part of an installation is doing. */
export const HealthTile = ({ icon, title, status, value, unit, aside, lines }: TileProps) => (
  <section className="ui-panel ui-health">
    <header>
      <Icon name={icon} />
      <h2>{title}</h2>
      {status}
    </header>
    <div>
      <p>
        <b>{value}</b>
        {unit && <span>{unit}</span>}
      </p>
      {aside}
    </div>
    <ul>
      {lines.map((line, index) => (
        <li key={index}>{line}</li>
      ))}
    </ul>
  </section>
)

export const HealthTiles = ({ children }: { children: ReactNode }) => <div className="ui-health-tiles">{children}</div>
