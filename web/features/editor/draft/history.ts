import { draftKeysOf, type DraftFields, type DraftKey, type EditedCard } from './edited.ts'

/** One undo step: the changed fields before and after. */
export type Step = { before: DraftFields; after: DraftFields; at: number }
export type History = { past: readonly Step[]; future: readonly Step[] }

export const noHistory: History = { past: [], future: [] }

/** Typing without a longer pause is one step. */
const togetherMs = 1200
const stepsMax = 200

export const stepFrom = (edited: EditedCard, after: DraftFields, at: number): Step => ({
  before: Object.fromEntries(draftKeysOf(after).map((key) => [key, edited[key]])),
  after,
  at,
})

/** The first field a step changed: its section is opened. */
export const keyOf = ({ after }: Step): DraftKey | null => draftKeysOf(after)[0] ?? null

export function record({ past }: History, step: Step): History {
  const last = past.at(-1)
  const isTogether = last !== undefined && step.at - last.at < togetherMs && isTyping(last, step)
  const joined = isTogether ? { ...step, before: last.before } : step
  return { past: [...(isTogether ? past.slice(0, -1) : past), joined].slice(-stepsMax), future: [] }
}

function isTyping(last: Step, step: Step): boolean {
  const [key, ...more] = draftKeysOf(step.after)
  if (key === undefined || more.length > 0 || draftKeysOf(last.after).length > 1 || !(key in last.after)) return false
  // The same text field, also inside a list.
  const place = changedTextPath(step.before[key], step.after[key])
  return place !== null && place === changedTextPath(last.before[key], last.after[key])
}

export function stepBack({ past, future }: History): { step: Step; history: History } | null {
  const step = past.at(-1)
  return step ? { step, history: { past: past.slice(0, -1), future: [step, ...future] } } : null
}

export function stepForth({ past, future }: History): { step: Step; history: History } | null {
  const [step, ...rest] = future
  return step ? { step, history: { past: [...past, step], future: rest } } : null
}

/** The path of the one text in which two values differ: `.` for the value itself; null if anything else differs. */
export function changedTextPath(before: unknown, after: unknown): string | null {
  if (typeof before === 'string' && typeof after === 'string') return before === after ? null : '.'
  if (typeof before !== 'object' || typeof after !== 'object' || before === null || after === null) return null
  const keys = Object.keys(after)
  if (Object.keys(before).length !== keys.length) return null
  const [key, ...more] = keys.filter((each) => !Object.is(Reflect.get(before, each), Reflect.get(after, each)))
  if (key === undefined || more.length > 0 || !Object.hasOwn(before, key)) return null
  const inside = changedTextPath(Reflect.get(before, key), Reflect.get(after, key))
  return inside === null ? null : `.${key}${inside}`
}
