import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { useTranslate } from '../../i18n/use-translate.ts'
import type { Reach } from './create-reach.ts'
import { readReach, watchReach, onReconnect } from './reach.ts'

export const useReach = (): Reach => useSyncExternalStore(watchReach, readReach, () => 'unknown')

/** Unknown counts as reached. */
export const useServerReached = () => !useReach().startsWith('no-')

/** Calls `act` when the connection is back. */
export function useReconnect(act: () => void) {
  const back = useEffectEvent(act)
  useEffect(() => onReconnect(() => back()), [])
}

/** For actions that need the server: whether it is reachable, and the text to show if not. */
export function useServerRequired(): { isReached: boolean; why: string } {
  const t = useTranslate()
  return { isReached: useServerReached(), why: t('reach.needed') }
}
