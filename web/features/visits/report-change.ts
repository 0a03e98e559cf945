export type Pair = { now: number; before: number }
export type Change = { unit: 'percent' | 'count' | 'points'; by: number; way: 'up' | 'down' | 'flat' }

const wayOf = (by: number): Change['way'] => (by > 0 ? 'up' : by < 0 ? 'down' : 'flat')
const tenth = (value: number) => Math.round(value * 10) / 10

/** By how much more or less, in percent; from nothing there is none, and the number itself is told. */
export function percentChange({ now, before }: Pair): Change {
  if (before === 0) return countChange({ now, before })
  const by = Math.round(((now - before) / before) * 100)
  return { unit: 'percent', by: Math.abs(by), way: wayOf(by) }
}

export function countChange({ now, before }: Pair): Change {
  return { unit: 'count', by: Math.abs(now - before), way: wayOf(now - before) }
}

/** Clicks for a hundred views, with one decimal. Nobody who looked clicked nothing. */
export const rateOf = (clicks: number, views: number): number => (views === 0 ? 0 : tenth((clicks / views) * 100))

export function pointsChange({ now, before }: Pair): Change {
  const by = tenth(now - before)
  return { unit: 'points', by: Math.abs(by), way: wayOf(by) }
}
