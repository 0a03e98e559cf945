import { useMemo, useSyncExternalStore } from 'react'

const changedEvent = 'stored-choices-changed'
/** The choices while the page is open, for devices without storage. */
const inMemory = new Map<string, string>()

/** The choices this device stored under a key, and their setter. `read` returns the defaults for anything it can't use. */
export function useStoredChoices<T extends object>(key: string, read: (stored: string) => T): [T, (change: Partial<T>) => void] {
  const text = useSyncExternalStore(
    subscribe,
    () => readStored(key),
    () => '',
  )
  const choices = useMemo(() => read(text), [text, read])
  return [choices, (change) => store(key, { ...choices, ...change })]
}

function readStored(key: string): string {
  try {
    return localStorage.getItem(key) ?? inMemory.get(key) ?? ''
  } catch {
    return inMemory.get(key) ?? ''
  }
}

function store(key: string, choices: object) {
  const text = JSON.stringify(choices)
  inMemory.set(key, text)
  try {
    localStorage.setItem(key, text)
  } catch {
    // Storage is full or blocked: the choices last as long as the page.
  }
  dispatchEvent(new Event(changedEvent))
}

function subscribe(onChange: () => void): () => void {
  for (const kind of [changedEvent, 'storage']) addEventListener(kind, onChange)
  return () => {
    for (const kind of [changedEvent, 'storage']) removeEventListener(kind, onChange)
  }
}

/** What was stored, as an object; an empty one if it is none. */
export function parseStored(stored: string): object {
  try {
    const value: unknown = JSON.parse(stored)
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}
