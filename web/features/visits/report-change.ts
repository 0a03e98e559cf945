export type Pair = { now: number; before: number }
export type Change = { unit: 'percent' | 'count' | 'points'; by: number; way: 'up' | 'down' | 'flat' }

const wayOf = (by: number): Change['way'] => (by > 0 ? 'up' : by < 0 ? 'down' : 'flat')
const tenth = (value: number) => Math.round(value * 10) / 10

/** The change in percent; if the earlier number is 0, the new number instead. */
export function percentChange({ now, before }: Pair): Change {
  if (before === 0) return countChange({ now, before })
  const by = Math.round(((now - before) / before) * 100)
  return { unit: 'percent', by: Math.abs(by), way: wayOf(by) }
}

export function countChange({ now, before }: Pair): Change {
  return { unit: 'count', by: Math.abs(now - before), way: wayOf(now - before) }
}

/** Clicks per hundred views, with one decimal; null without views. */
export const rateOf = (clicks: number, views: number): number => (views === 0 ? 0 : tenth((clicks / views) * 100))

export function pointsChange({ now, before }: Pair): Change {
  const by = tenth(now - before)
  return { unit: 'points', by: Math.abs(by), way: wayOf(by) }
}
