import type { Point } from './line-path.ts'

/** The drawing area: the width scales with the page, so only the height is in pixels. */
export const plotPx = { width: 1000, height: 210 } as const

type Pair = { value: number; before: number }

/** The layout of a chart: x from 0 to 1000, y from the top in pixels. */
export function plotOf(pairs: readonly Pair[]): { ticks: { value: number; y: number }[]; now: Point[]; before: Point[] } {
  const values = roundTicks(Math.max(0, ...pairs.flatMap(({ value, before }) => [value, before])))
  const top = values.at(-1) ?? 1
  const y = (value: number) => plotPx.height * (1 - value / top)
  const x = (index: number) => (pairs.length > 1 ? (plotPx.width * index) / (pairs.length - 1) : plotPx.width / 2)
  return {
    ticks: values.map((value) => ({ value, y: y(value) })),
    now: pairs.map(({ value }, index) => ({ x: x(index), y: y(value) })),
    before: pairs.map(({ before }, index) => ({ x: x(index), y: y(before) })),
  }
}

/** Points with a label on the axis: all of a week, else one a week and the last, with space between the two. */
export function namedOf(count: number): number[] {
  if (count <= 8) return Array.from({ length: count }, (_, index) => index)
  const weekly = Array.from({ length: Math.ceil(count / 7) }, (_, week) => week * 7)
  return [...weekly.filter((index) => count - 1 - index >= 5), count - 1]
}

/** The point nearest to the pointer; `part` is its position in the chart from 0 to 1. */
export const nearestOf = (part: number, count: number): number => Math.min(count - 1, Math.max(0, Math.round(part * (count - 1))))

const steps: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowRight: (at) => at + 1,
  ArrowUp: (at) => at + 1,
  ArrowLeft: (at) => at - 1,
  ArrowDown: (at) => at - 1,
  PageUp: (at) => at + 7,
  PageDown: (at) => at - 7,
  Home: () => 0,
  End: (_, last) => last,
}

/** The point that a key moves to; null for other keys. Without an active point, any key shows the newest. */
export function steppedBy(key: string, at: number | null, count: number): number | null {
  const step = steps[key]
  if (!step) return null
  const next = at === null && key !== 'Home' ? count - 1 : step(at ?? 0, count - 1)
  return Math.min(count - 1, Math.max(0, next))
}

const roundSteps = [1, 2, 2.5, 3, 4, 5, 6, 8]

/** Round ticks for an axis from zero to at least the highest value: four or five, the last one at the top. */
export function roundTicks(highest: number): number[] {
  // Counts are whole numbers: the smallest axis is 0 to 4 in steps of 1.
  const least = Math.max(highest, 4)
  const step = stepFor(least)
  return Array.from({ length: Math.ceil(least / step) + 1 }, (_, index) => index * step)
}

function stepFor(highest: number): number {
  const wanted = highest / 4
  const size = 10 ** Math.floor(Math.log10(wanted))
  const round = roundSteps.find((step) => step * size >= wanted && Number.isInteger(step * size)) ?? 10
  return round * size
}
