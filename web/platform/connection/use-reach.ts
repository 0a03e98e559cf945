import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { useTranslate } from '../../i18n/use-translate.ts'
import type { Reach } from './create-reach.ts'
import { readReach, watchReach, whenBack } from './reach.ts'

export const useReach = (): Reach => useSyncExternalStore(watchReach, readReach, () => 'unknown')

/** As long as nobody knows better, it is reached. */
export const useReached = () => !useReach().startsWith('no-')

/** Does it when the connection is back. */
export function useBack(act: () => void) {
  const back = useEffectEvent(act)
  useEffect(() => whenBack(() => back()), [])
}

/** For what cannot be done without the server: whether it can now, and else the sentence to say beside it. */
export function useNeedsReach(): { isReached: boolean; why: string } {
  const t = useTranslate()
  return { isReached: useReached(), why: t('reach.needed') }
}
