/** What this device remembers of one card. Nothing of it is ever needed: a device that keeps nothing forgets, and works. */
export type CardState = {
  connected: boolean
  /** When, as an ISO moment; empty before. */
  connectedOn: string
  /** How often the form to leave one's details was shown, and whether it may be again. */
  connectShown: number
  neverAskAgain: boolean
  discardedOn: string
  shareShortLink: boolean
  tourDone: boolean
  /** How often the way to install was to be shown, and whether it may be again. */
  installShown: number
  installDiscarded: boolean
  /** It was installed from here, or ran here as an app. */
  installed: boolean
  /** Groups of stories that were looked at. */
  viewedStories: string[]
}
/** Where the new value follows from the old one, as a function: it is given what is kept by then. */
export type CardChange = Partial<CardState> | ((now: CardState) => Partial<CardState>)

/** At which loads of a card the way to install is shown. */
export const installEveryNth = 5

const nothing: CardState = {
  connected: false,
  connectedOn: '',
  connectShown: 0,
  neverAskAgain: false,
  discardedOn: '',
  shareShortLink: false,
  tourDone: false,
  installShown: 1,
  installDiscarded: false,
  installed: false,
  viewedStories: [],
}
const changed = 'card-state-changed'
const longest = 1e5

/** One for each card, and for each version of it. */
const keyOf = (alias: string) => `card:${alias}${/^\/[^/]+\/v(\/[^/]+)/.exec(location.pathname)?.[1] ?? ''}`.toLowerCase()

/** Whatever is found there: another version of us, or anybody, may have written it. */
function found(key: string): object {
  try {
    const text = localStorage.getItem(key) ?? ''
    const kept: unknown = text.length < longest && JSON.parse(text)
    return typeof kept === 'object' && kept && !Array.isArray(kept) ? kept : {}
  } catch {
    return {}
  }
}

function known(state: object): CardState {
  const fields = Object.entries(nothing).map(([name, usual]) => [name, fitting(Reflect.get(state, name), usual)])
  return Object.fromEntries(fields) as CardState
}

function fitting(kept: unknown, usual: unknown): unknown {
  if (Array.isArray(kept) && Array.isArray(usual)) return kept.filter((one) => typeof one === 'string')
  const isFit = typeof kept === 'number' ? kept >= 0 && kept < longest : !Array.isArray(usual)
  return typeof kept === typeof usual && isFit ? kept : usual
}

export const readCardState = (alias: string): CardState => known(found(keyOf(alias)))

/** On what is kept by then: another window may have changed something else. What a newer version of us keeps there stays. */
export function writeCardState(alias: string, change: CardChange) {
  const key = keyOf(alias)
  const write = () => {
    const before = found(key)
    const now = known(before)
    const after = { ...before, ...now, ...(typeof change === 'function' ? change(now) : change), seenOn: Date.now() }
    localStorage.setItem(key, JSON.stringify(after))
    dispatchEvent(new Event(changed))
  }
  try {
    write()
  } catch {
    // Full, or refused: then the device forgets, and that is all.
    void import('./make-room.ts').then(
      ({ makeRoom }) => makeRoom(key, write),
      () => {},
    )
  }
}

/** Hears of changes made here and in other windows. */
export function watchCardState(heard: () => void): () => void {
  for (const kind of [changed, 'storage']) addEventListener(kind, heard)
  return () => {
    for (const kind of [changed, 'storage']) removeEventListener(kind, heard)
  }
}
