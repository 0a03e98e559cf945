/** Reads a property of data from outside; undefined if that is no object. */
export const propertyOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
