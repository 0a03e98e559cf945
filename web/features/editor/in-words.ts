/** The texts and numbers by which one value differs from another, as a person would compare them. */
export function inWords(one: unknown, other: unknown): string[] {
  if (Object.is(one, other)) return []
  if (typeof one === 'string') return one.trim() === '' ? [] : [one]
  if (typeof one === 'number') return [String(one)]
  if (typeof one === 'boolean') return [one ? '✓' : '✗']
  if (typeof one !== 'object' || one === null) return []
  const against: object = typeof other === 'object' && other !== null ? other : {}
  return Object.entries(one).flatMap(([key, value]) => inWords(value, Reflect.get(against, key)))
}
