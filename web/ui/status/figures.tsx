import type { ReactNode } from 'react'
import { Icon } from '../icons/icon.tsx'
import type { IconName } from '../icons/icon-names.ts'

export type Figure = { label: string; value: ReactNode; note?: ReactNode; chart?: ReactNode }

/** Numbers side by side. */
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
  /** A number with its label. */
  value: ReactNode
  unit?: ReactNode
  aside?: ReactNode
  lines: readonly ReactNode[]
}

/** The health of one part of an installation. */
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

type NumberProps = { title: string; value: ReactNode; note: ReactNode; href?: string }

/** A large number with its change. With an `href` it needs a plan, and the whole tile is the link. */
export function NumberTile({ title, value, note, href }: NumberProps) {
  const content = (
    <>
      <h2>
        {title}
        {href && <Icon name="key-round" />}
      </h2>
      <b>{value}</b>
      <p>{note}</p>
    </>
  )
  if (!href) return <article className="ui-panel ui-number">{content}</article>
  return (
    <a className="ui-panel ui-number locked" href={href} data-upgrade="">
      {content}
    </a>
  )
}
