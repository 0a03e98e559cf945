import type { ReactNode } from 'react'

type Fact = { name: string; value: ReactNode; note?: ReactNode }

/** A description list of one thing. */
export const Facts = ({ facts }: { facts: readonly Fact[] }) => (
  <dl className="ui-facts">
    {facts.map(({ name, value, note }) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd dir="auto">
          {value}
          {note && <small>{note}</small>}
        </dd>
      </div>
    ))}
  </dl>
)
