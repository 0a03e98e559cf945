import { areaPath, smoothPath } from './line-path.ts'

const size = { width: 104, height: 36, inset: 3 } as const

/** A sparkline without an axis, beside the number. */
export function Spark({ values }: { values: readonly number[] }) {
  const top = Math.max(1, ...values)
  const step = (size.width - 2 * size.inset) / Math.max(1, values.length - 1)
  const floor = size.height - size.inset
  const points = values.map((value, index) => ({ x: size.inset + index * step, y: floor - (value / top) * (floor - size.inset) }))
  const last = points.at(-1)
  return (
    <svg className="ui-spark" viewBox={`0 0 ${size.width} ${size.height}`} width={size.width} height={size.height} aria-hidden="true">
      <path className="area" d={areaPath(points, floor)} />
      <path className="line" d={smoothPath(points)} />
      {last && <circle cx={last.x} cy={last.y} r="2.5" />}
    </svg>
  )
}
