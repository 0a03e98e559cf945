export type Point = { x: number; y: number }

const short = (value: number) => String(Math.round(value * 10) / 10)
const at = ({ x, y }: Point) => `${short(x)} ${short(y)}`

/** A line through every point with horizontal tangents, so that it never overshoots the values. */
export function smoothPath(points: readonly Point[]): string {
  const [first, ...rest] = points
  if (!first) return ''
  const curves = rest.map((point, index) => {
    const from = points[index] ?? first
    const middle = (from.x + point.x) / 2
    return `C${at({ x: middle, y: from.y })} ${at({ x: middle, y: point.y })} ${at(point)}`
  })
  return `M${at(first)}${curves.join('')}`
}

/** The same line, with the area below it. */
export function areaPath(points: readonly Point[], floor: number): string {
  const first = points[0]
  const last = points.at(-1)
  return first && last ? `${smoothPath(points)}L${at({ x: last.x, y: floor })} ${at({ x: first.x, y: floor })}z` : ''
}
