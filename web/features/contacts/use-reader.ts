import { createContext, useContext, useMemo, useSyncExternalStore } from 'react'
import type { Reader } from './when.ts'

const never = () => () => {}

/** First as the server wrote it, then for whoever reads: their zone, their hour. */
export function useReaderOf(language: string, serverNow: string): Reader {
  const timeZone = useSyncExternalStore(
    never,
    () => Intl.DateTimeFormat().resolvedOptions().timeZone,
    () => '',
  )
  return useMemo(
    () => ({ language, timeZone: timeZone || 'UTC', now: timeZone ? new Date() : new Date(serverNow) }),
    [language, timeZone, serverNow],
  )
}

export const ReaderContext = createContext<Reader>({ language: 'en', timeZone: 'UTC', now: new Date(0) })
export const useReader = () => useContext(ReaderContext)
