import { useMemo, useSyncExternalStore } from 'react'
import { readChoices, type SignatureChoices } from './signature-data.ts'

const changed = 'signature-choices-changed'
/** Where a device keeps nothing, the page still does. */
const here = new Map<string, string>()
const keyOf = (alias: string) => `signature:${alias}`.toLowerCase()

function kept(key: string): string {
  try {
    return localStorage.getItem(key) ?? here.get(key) ?? ''
  } catch {
    return here.get(key) ?? ''
  }
}

function keep(key: string, choices: SignatureChoices) {
  const text = JSON.stringify(choices)
  here.set(key, text)
  try {
    localStorage.setItem(key, text)
  } catch {
    // Full, or refused: they last as long as the page.
  }
  dispatchEvent(new Event(changed))
}

function watch(heard: () => void): () => void {
  for (const kind of [changed, 'storage']) addEventListener(kind, heard)
  return () => {
    for (const kind of [changed, 'storage']) removeEventListener(kind, heard)
  }
}

/** What this device chose for the signature of a card. */
export function useChoices(alias: string, usual: SignatureChoices): [SignatureChoices, (change: Partial<SignatureChoices>) => void] {
  const key = keyOf(alias)
  const text = useSyncExternalStore(
    watch,
    () => kept(key),
    () => '',
  )
  const choices = useMemo(() => readChoices(text, usual), [text, usual])
  return [choices, (change) => keep(key, { ...choices, ...change })]
}
