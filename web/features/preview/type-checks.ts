export type Check = (value: unknown) => boolean

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

export const text: Check = (value) => typeof value === 'string'
export const flag: Check = (value) => typeof value === 'boolean'
export const number: Check = (value) => typeof value === 'number' && Number.isFinite(value)
export const oneOf =
  (...wanted: readonly unknown[]): Check =>
  (value) =>
    wanted.includes(value)
export const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value)
export const list =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.length <= 500 && value.every(check)

/** An object with all of these keys and no others. */
export const whole =
  (shape: Readonly<Record<string, Check>>): Check =>
  (value) =>
    some(shape)(value) && isRecord(value) && Object.keys(shape).every((key) => Object.hasOwn(value, key))

/** An object with some of these keys and no others. */
export const some =
  (shape: Readonly<Record<string, Check>>): Check =>
  (value) =>
    isRecord(value) && Object.entries(value).every(([key, item]) => Object.hasOwn(shape, key) && shape[key]?.(item) === true)
