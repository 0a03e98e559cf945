import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { readCardState, watchCardState, writeCardState, type CardChange, type CardState } from './device-state.ts'

const notYet = () => 'null'

/** This device's state of a card and its setter; null until a script runs. */
export function useCardState(alias: string): [CardState | null, (change: CardChange) => void] {
  // Compared as text, so that an equal value is no change.
  const text = useSyncExternalStore(watchCardState, () => JSON.stringify(readCardState(alias)), notYet)
  const state = useMemo(() => JSON.parse(text) as CardState | null, [text])
  const change = useCallback((what: CardChange) => writeCardState(alias, what), [alias])
  return [state, change]
}
