/** Where the one text stands that two values differ by: `.` for the value itself; null where more differs, or no text. */
export function typedPlace(before: unknown, after: unknown): string | null {
  if (typeof before === 'string' && typeof after === 'string') return before === after ? null : '.'
  if (typeof before !== 'object' || typeof after !== 'object' || before === null || after === null) return null
  const keys = Object.keys(after)
  if (Object.keys(before).length !== keys.length) return null
  const [key, ...more] = keys.filter((each) => !Object.is(Reflect.get(before, each), Reflect.get(after, each)))
  if (key === undefined || more.length > 0 || !Object.hasOwn(before, key)) return null
  const inside = typedPlace(Reflect.get(before, key), Reflect.get(after, key))
  return inside === null ? null : `.${key}${inside}`
}
