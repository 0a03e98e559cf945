import { propertyOf } from '#common/property-of.ts'

/** What this device remembers of one card. All of it is optional: without storage everything still works. */
export type CardState = {
  connected: boolean
  /** ISO time; empty if not connected. */
  connectedOn: string
  /** How often the contact form opened by itself, and whether it may again. */
  connectPromptCount: number
  neverAskAgain: boolean
  discardedOn: string
  shareShortLink: boolean
  tourDone: boolean
  /** Visits since the install prompt last opened, counted from 1, and whether it may open again. */
  visitCount: number
  installDiscarded: boolean
  /** The card was installed here, or ran here as an app. */
  installed: boolean
  /** Viewed story groups. */
  viewedStories: string[]
}
/** A patch, or a function from the stored state to one. */
export type CardChange = Partial<CardState> | ((now: CardState) => Partial<CardState>)

/** Every nth load of a card shows the install prompt. */
export const installEveryNth = 5

const nothing: CardState = {
  connected: false,
  connectedOn: '',
  connectPromptCount: 0,
  neverAskAgain: false,
  discardedOn: '',
  shareShortLink: false,
  tourDone: false,
  visitCount: 1,
  installDiscarded: false,
  installed: false,
  viewedStories: [],
}
const changed = 'card-state-changed'
const longest = 1e5

/** A key for each card and version. */
const keyOf = (alias: string) => `card:${alias}${/^\/[^/]+\/v(\/[^/]+)/.exec(location.pathname)?.[1] ?? ''}`.toLowerCase()

/** What is stored, unvalidated: another version of the app may have written it. */
function readStored(key: string): object {
  try {
    const text = localStorage.getItem(key) ?? ''
    const stored: unknown = text.length < longest && JSON.parse(text)
    return typeof stored === 'object' && stored && !Array.isArray(stored) ? stored : {}
  } catch {
    return {}
  }
}

function withDefaults(state: object): CardState {
  const fields = Object.entries(nothing).map(([name, fallback]) => [name, validOr(propertyOf(state, name), fallback)])
  return Object.fromEntries(fields) as CardState
}

function validOr(stored: unknown, fallback: unknown): unknown {
  if (Array.isArray(stored) && Array.isArray(fallback)) return stored.filter((one) => typeof one === 'string')
  const isFit = typeof stored === 'number' ? stored >= 0 && stored < longest : !Array.isArray(fallback)
  return typeof stored === typeof fallback && isFit ? stored : fallback
}

export const readCardState = (alias: string): CardState => withDefaults(readStored(keyOf(alias)))

/** Applies a change to what is stored now: another window may have changed it. Fields of a newer version of the app stay. */
export function writeCardState(alias: string, change: CardChange) {
  const key = keyOf(alias)
  const write = () => {
    const before = readStored(key)
    const now = withDefaults(before)
    const after = { ...before, ...now, ...(typeof change === 'function' ? change(now) : change), viewedOn: Date.now() }
    localStorage.setItem(key, JSON.stringify(after))
    dispatchEvent(new Event(changed))
  }
  try {
    write()
  } catch {
    // Full or denied: free some storage and try again, or give up.
    void import('./free-storage.ts').then(
      ({ freeStorage }) => freeStorage(key, write),
      () => {},
    )
  }
}

/** Calls `onChanged` on changes in this and other windows. */
export function watchCardState(onChanged: () => void): () => void {
  for (const kind of [changed, 'storage']) addEventListener(kind, onChanged)
  return () => {
    for (const kind of [changed, 'storage']) removeEventListener(kind, onChanged)
  }
}
