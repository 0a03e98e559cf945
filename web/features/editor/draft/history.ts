import { draftKeysOf, type DraftFields, type DraftKey, type EditedCard } from './edited.ts'

/** What was changed at once, and what it was before. */
export type Step = { before: DraftFields; after: DraftFields; at: number }
export type History = { past: readonly Step[]; future: readonly Step[] }

export const noHistory: History = { past: [], future: [] }

/** Letters typed in one go are one step. */
const togetherMs = 1200
const stepsMax = 200

export const stepFrom = (edited: EditedCard, after: DraftFields, at: number): Step => ({
  before: Object.fromEntries(draftKeysOf(after).map((key) => [key, edited[key]])),
  after,
  at,
})

/** The first thing a step changed: what is brought into sight. */
export const keyOf = ({ after }: Step): DraftKey | null => draftKeysOf(after)[0] ?? null

export function remember({ past }: History, step: Step): History {
  const last = past.at(-1)
  const isTogether = last !== undefined && step.at - last.at < togetherMs && isTyping(last, step)
  const joined = isTogether ? { ...step, before: last.before } : step
  return { past: [...(isTogether ? past.slice(0, -1) : past), joined].slice(-stepsMax), future: [] }
}

function isTyping(last: Step, step: Step): boolean {
  const [key, ...more] = draftKeysOf(step.after)
  if (key === undefined || more.length > 0 || draftKeysOf(last.after).length > 1 || !(key in last.after)) return false
  // The same text of the same thing, also where that thing is one of a list.
  const place = typedPlace(step.before[key], step.after[key])
  return place !== null && place === typedPlace(last.before[key], last.after[key])
}

export function stepBack({ past, future }: History): { step: Step; history: History } | null {
  const step = past.at(-1)
  return step ? { step, history: { past: past.slice(0, -1), future: [step, ...future] } } : null
}

export function stepForth({ past, future }: History): { step: Step; history: History } | null {
  const [step, ...rest] = future
  return step ? { step, history: { past: [...past, step], future: rest } } : null
}

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
