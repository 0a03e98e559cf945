/** Keys under this hold what can be fetched again. */
const cachePrefix = 'cache:'
const cardPrefix = 'card:'

/**
 * Writes on a device that is full: without our caches, then without the stories that were seen on other cards, then without what is
 * remembered of the cards that were not looked at for the longest. What is given up is only what it takes.
 */
export function makeRoom(key: string, write: () => void) {
  try {
    const others = cardsNotSeenLongest(Object.keys(localStorage), key)
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
    // A device that lets nobody look has no room to make.
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

function cardsNotSeenLongest(names: readonly string[], but: string): string[] {
  const cards = names.filter((name) => name.startsWith(cardPrefix) && name !== but).map((name) => ({ name, on: seenOn(name) }))
  return cards.toSorted((one, other) => one.on - other.on).map(({ name }) => name)
}

/** A day to come was written by a clock that went wrong: it says nothing. */
function seenOn(name: string): number {
  const on: unknown = Reflect.get(read(name), 'seenOn')
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
