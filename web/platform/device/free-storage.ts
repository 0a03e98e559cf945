import { propertyOf } from '#common/property-of.ts'

/** Prefix of data that can be fetched again. */
const cachePrefix = 'cache:'
const cardPrefix = 'card:'

/**
 * Retries a write on full storage, removing as little as needed: first caches, then viewed stories of other cards, then the state of
 * the cards not viewed for the longest time.
 */
export function freeStorage(key: string, write: () => void) {
  try {
    const others = oldestCards(Object.keys(localStorage), key)
    const steps = [
      ...Object.keys(localStorage).flatMap((name) => (name.startsWith(cachePrefix) ? [() => localStorage.removeItem(name)] : [])),
      ...others.map((name) => () => forgetStories(name)),
      ...others.map((name) => () => localStorage.removeItem(name)),
    ]
    for (const step of steps) {
      step()
      if (isDone(write)) return
    }
  } catch {
    // Storage is unavailable.
  }
}

function isDone(write: () => void): boolean {
  try {
    write()
    return true
  } catch {
    return false
  }
}

function oldestCards(names: readonly string[], but: string): string[] {
  const cards = names.filter((name) => name.startsWith(cardPrefix) && name !== but).map((name) => ({ name, on: viewedOn(name) }))
  return cards.toSorted((one, other) => one.on - other.on).map(({ name }) => name)
}

/** A time in the future comes from a wrong clock and counts as never. */
function viewedOn(name: string): number {
  const on = propertyOf(read(name), 'viewedOn')
  return typeof on === 'number' && on <= Date.now() ? on : 0
}

function forgetStories(name: string) {
  const state = read(name)
  if (Reflect.has(state, 'viewedStories')) localStorage.setItem(name, JSON.stringify({ ...state, viewedStories: [] }))
}

function read(name: string): object {
  try {
    return Object(JSON.parse(localStorage.getItem(name) ?? ''))
  } catch {
    return {}
  }
}
