const depthMax = 100

/**
 * What was told, as PostgreSQL can keep it: its text holds no NUL and no half of a letter. An event is worth more than a letter of it,
 * so the letter is replaced and the event kept.
 */
export function keepable(told: unknown, depth = 0): unknown {
  if (typeof told === 'string') return keepableText(told)
  if (typeof told !== 'object' || told === null) return told
  if (depth > depthMax) throw new RangeError('nested too deeply')
  if (Array.isArray(told)) return told.map((item) => keepable(item, depth + 1))
  return Object.fromEntries(Object.entries(told).map(([name, item]) => [keepableText(name), keepable(item, depth + 1)]))
}

const keepableText = (text: string) => text.toWellFormed().replaceAll('\0', '\uFFFD')
