import { ChartKey } from './chart-key.tsx'

export type Bar = { label: string; value: number; before: number; isNow?: boolean }
type BarWords = { name: string; period: string; now: string; before: string }

type Props = { bars: readonly Bar[]; words: BarWords; writeNumber(value: number): string }

const px = { top: 22, plot: 156, foot: 26, round: 6 }
const part = (of: number, count: number) => `${Math.round((of / count) * 10_000) / 100}%`

/** Compares a few periods, each in front of the period before it. Screen readers get a table. Needs no script. */
export function BarChart({ bars, words, writeNumber }: Props) {
  const highest = Math.max(1, ...bars.flatMap(({ value, before }) => [value, before]))
  const heightOf = (value: number) => (value === 0 ? 0 : Math.max(3, Math.round((value / highest) * px.plot)))
  const floor = px.top + px.plot
  const bar = (at: number, value: number, inset: number) => {
    const height = heightOf(value)
    // The lower corners are below the baseline.
    const box = { y: floor - height, height: height + px.round }
    return height > 0 && <rect x={part(at + inset, bars.length)} width={part(1 - 2 * inset, bars.length)} rx={px.round} {...box} />
  }
  return (
    <div className="ui-bars">
      <svg height={floor} aria-hidden="true">
        <g className="before">
          {bars.map(({ label, before }, at) => (
            <g key={label}>{bar(at, before, 0.09)}</g>
          ))}
        </g>
        {bars.map(({ label, value, before, isNow }, at) => (
          <g key={label} className={isNow ? 'now' : undefined}>
            {bar(at, value, 0.22)}
            <text x={part(at + 0.5, bars.length)} y={floor - heightOf(Math.max(value, before)) - 7}>
              {writeNumber(value)}
            </text>
          </g>
        ))}
        <line x1="0" x2="100%" y1={floor - 0.5} y2={floor - 0.5} />
      </svg>
      <svg height={px.foot} aria-hidden="true">
        {bars.map(({ label, isNow }, at) => (
          <text key={label} className={isNow ? 'now' : undefined} x={part(at + 0.5, bars.length)} y={18}>
            {label}
          </text>
        ))}
      </svg>
      <ChartKey now={words.now} before={words.before} />
      {/* A table does not get narrower than its content, so the element around it is hidden. */}
      <div className="sr-only">
        <table>
          <caption>{words.name}</caption>
          <thead>
            <tr>
              <th scope="col">{words.period}</th>
              <th scope="col">{words.now}</th>
              <th scope="col">{words.before}</th>
            </tr>
          </thead>
          <tbody>
            {bars.map(({ label, value, before }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td>{writeNumber(value)}</td>
                <td>{writeNumber(before)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}
