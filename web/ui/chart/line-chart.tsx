import { useState } from 'react'
import { PageStyle } from '../page-style.tsx'
import { areaPath, smoothPath } from './line-path.ts'
import css from './line-chart.css?inline'
import href from './line-chart.css?url'
import { namedOf, nearestOf, plotOf, plotPx, steppedBy } from './plot.ts'

export type ChartPoint = {
  /** Below the axis, and where it is named in full. */
  label: string
  name: string
  value: number
  before: number
  /** The values in words. */
  said: string
  saidBefore: string
}

export type ChartWords = { name: string; point: string; now: string; before: string; empty: string }

type Props = { points: readonly ChartPoint[]; words: ChartWords; writeNumber(value: number): string }

const part = (x: number) => `${Math.round((x / plotPx.width) * 10_000) / 100}%`
const anchorOf = (index: number, count: number) => (index === 0 ? 'start' : index === count - 1 ? 'end' : 'middle')

/**
 * A line over days, with the line of before dotted behind it. It stands complete before any script: the plot stretches, words
 * and marks do not. Pointing or arrow keys tell about one point; a table has all of them for screen readers.
 */
export function LineChart({ points, words, writeNumber }: Props) {
  const [told, tell] = useState<number | null>(null)
  const { ticks, now, before } = plotOf(points)
  const isEmpty = points.every(({ value, before: old }) => value === 0 && old === 0)
  const last = points.length - 1
  const shown = told === null ? undefined : points[told]

  return (
    <div className="line-chart">
      <PageStyle name="line-chart" css={import.meta.env.SSR ? css : ''} href={href} weight="part" />
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
        aria-valuenow={(told ?? last) + 1}
        aria-valuetext={valueText(points[told ?? last])}
        aria-orientation="horizontal"
        onPointerMove={({ clientX, currentTarget }) => tell(pointed(clientX, currentTarget, points.length))}
        onPointerDown={({ clientX, currentTarget }) => tell(pointed(clientX, currentTarget, points.length))}
        onPointerLeave={() => tell(null)}
        onBlur={() => tell(null)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') tell(null)
          const next = steppedBy(event.key, told, points.length)
          if (next === null) return
          event.preventDefault()
          tell(next)
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
          {told !== null && <Mark point={now[told]} />}
        </svg>
        {isEmpty && <p className="empty">{words.empty}</p>}
        {shown && told !== null && !isEmpty && <Tip point={shown} at={told / Math.max(1, last)} />}
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

const valueText = (point: ChartPoint | undefined) => (point ? `${point.said}, ${point.name}` : '')

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

/** Drawn only once somebody points, so its place is set by script. Past the middle it stands on the other side. */
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
      <b>{point.said}</b>
      <span>{point.name}</span>
      <span className="tip-before">{point.saidBefore}</span>
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
