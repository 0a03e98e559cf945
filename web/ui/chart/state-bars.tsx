export type BarState = 'ok' | 'wait' | 'bad'

type Props = { label: string; states: readonly BarState[]; length: number }

/** What happened last, as bars: their height tells the states apart, not only their color. Missing ones come first. */
export const StateBars = ({ label, states, length }: Props) => (
  <span className="ui-state-bars" role="img" aria-label={label}>
    {Array.from({ length }, (_, at) => (
      <i key={at} data-state={states[at - length + states.length]} />
    ))}
  </span>
)
