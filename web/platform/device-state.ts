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
  /** Groups of stories that were looked at. */
  viewedStories: string[]
}

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
  viewedStories: [],
}
const changed = 'card-state-changed'

const keyOf = (alias: string) => `card:${alias.toLowerCase()}`

/** Whatever is found there: another version of us, or anybody, may have written it. */
export function readCardState(alias: string): CardState {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(keyOf(alias)) ?? '{}')
    if (typeof found !== 'object' || found === null) return nothing
    const known = Object.entries(nothing).map(([name, usual]) => {
      const kept: unknown = Reflect.get(found, name)
      return [name, typeof kept === typeof usual ? kept : usual]
    })
    return Object.fromEntries(known) as CardState
  } catch {
    return nothing
  }
}

export function writeCardState(alias: string, change: Partial<CardState>) {
  try {
    localStorage.setItem(keyOf(alias), JSON.stringify({ ...readCardState(alias), ...change }))
  } catch {
    // Storage is full or refused: the device forgets, and that is all.
  }
  dispatchEvent(new Event(changed))
}

/** Hears of changes made here and in other windows. */
export function watchCardState(heard: () => void): () => void {
  for (const kind of [changed, 'storage']) addEventListener(kind, heard)
  return () => {
    for (const kind of [changed, 'storage']) removeEventListener(kind, heard)
  }
}
