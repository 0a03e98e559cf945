import { useState } from 'react'
import { PageStyle } from '../page-style.tsx'
import { areaPath, smoothPath } from './line-path.ts'
import styles from './line-chart.css?page-style'
import { namedOf, nearestOf, plotOf, plotPx, steppedBy } from './plot.ts'

export type ChartPoint = {
  /** The axis label, and the full date. */
  label: string
  name: string
  value: number
  before: number
  /** The formatted values. */
  valueText: string
  beforeText: string
}

type ChartWords = { name: string; point: string; now: string; before: string; empty: string }

type Props = { points: readonly ChartPoint[]; words: ChartWords; writeNumber(value: number): string }

const part = (x: number) => `${Math.round((x / plotPx.width) * 10_000) / 100}%`
const anchorOf = (index: number, count: number) => (index === 0 ? 'start' : index === count - 1 ? 'end' : 'middle')

/**
 * A line by day, with the earlier period dotted behind it, complete without a script. Pointing or arrow keys show one point; a
 * table has all of them for screen readers.
 */
export function LineChart({ points, words, writeNumber }: Props) {
  const [active, setActive] = useState<number | null>(null)
  const { ticks, now, before } = plotOf(points)
  const isEmpty = points.every(({ value, before: old }) => value === 0 && old === 0)
  const last = points.length - 1
  const activePoint = active === null ? undefined : points[active]

  return (
    <div className="line-chart">
      <PageStyle name="line-chart" styles={styles} />
      <svg className="y-axis" height={plotPx.height} aria-hidden="true">
        {ticks.map(({ value, y }) => (
          <text key={value} x="100%" y={y} dy="4" textAnchor="end">
            {writeNumber(value)}
          </text>
        ))}
      </svg>
      <div
        className="plot"
        role="slider"
        tabIndex={0}
        aria-label={words.name}
        aria-valuemin={1}
        aria-valuemax={points.length}
        aria-valuenow={(active ?? last) + 1}
        aria-valuetext={textOf(points[active ?? last])}
        aria-orientation="horizontal"
        onPointerMove={({ clientX, currentTarget }) => setActive(pointed(clientX, currentTarget, points.length))}
        onPointerDown={({ clientX, currentTarget }) => setActive(pointed(clientX, currentTarget, points.length))}
        onPointerLeave={() => setActive(null)}
        onBlur={() => setActive(null)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') setActive(null)
          const next = steppedBy(event.key, active, points.length)
          if (next === null) return
          event.preventDefault()
          setActive(next)
        }}
      >
        <svg width="100%" height={plotPx.height} aria-hidden="true">
          {ticks.map(({ value, y }) => (
            <line key={value} className={value === 0 ? 'floor' : 'grid'} x1="0" x2="100%" y1={y} y2={y} />
          ))}
          <svg width="100%" height={plotPx.height} viewBox={`0 0 ${plotPx.width} ${plotPx.height}`} preserveAspectRatio="none">
            <path className="area" d={areaPath(now, plotPx.height)} />
            <path className="before" d={smoothPath(before)} />
            <path className="now" d={smoothPath(now)} />
          </svg>
          {active !== null && <Mark point={now[active]} />}
        </svg>
        {isEmpty && <p className="empty">{words.empty}</p>}
        {activePoint && active !== null && !isEmpty && <Tip point={activePoint} at={active / Math.max(1, last)} />}
      </div>
      <svg className="x-axis" width="100%" height="24" aria-hidden="true">
        {namedOf(points.length).map((index) => (
          <text key={index} x={part(now[index]?.x ?? 0)} y="18" textAnchor={anchorOf(index, points.length)}>
            {points[index]?.label}
          </text>
        ))}
      </svg>
      <div className="sr-only">
        <NumbersTable points={points} words={words} writeNumber={writeNumber} />
      </div>
    </div>
  )
}

const textOf = (point: ChartPoint | undefined) => (point ? `${point.valueText}, ${point.name}` : '')

function pointed(clientX: number, plot: HTMLElement, count: number): number {
  const { left, width } = plot.getBoundingClientRect()
  return nearestOf((clientX - left) / width, count)
}

function Mark({ point }: { point: { x: number; y: number } | undefined }) {
  if (!point) return null
  return (
    <>
      <line className="mark-line" x1={part(point.x)} x2={part(point.x)} y1={point.y} y2={plotPx.height} />
      <circle className="mark-dot" cx={part(point.x)} cy={point.y} r="6" />
    </>
  )
}

/** Rendered only while a point is active; a script sets its position. In the right half it opens to the left. */
function Tip({ point, at }: { point: ChartPoint; at: number }) {
  const isPast = at > 0.5
  return (
    <div
      className={isPast ? 'tip past' : 'tip'}
      aria-hidden="true"
      ref={(tip) => {
        tip?.style.setProperty('left', `${at * 100}%`)
      }}
    >
      <b>{point.valueText}</b>
      <span>{point.name}</span>
      <span className="tip-before">{point.beforeText}</span>
    </div>
  )
}

function NumbersTable({ points, words, writeNumber }: Props) {
  return (
    <table>
      <caption>{words.name}</caption>
      <thead>
        <tr>
          <th scope="col">{words.point}</th>
          <th scope="col">{words.now}</th>
          <th scope="col">{words.before}</th>
        </tr>
      </thead>
      <tbody>
        {points.map(({ name, value, before }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{writeNumber(value)}</td>
            <td>{writeNumber(before)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
