import { createContext, useContext, useMemo, useSyncExternalStore } from 'react'
import type { Reader } from './when.ts'

const never = () => () => {}
const quarterMs = 900_000

/** Where the reader is, and the quarter of an hour it is there: it stays the same while a page is drawn. */
const hereAndNow = () => `${Intl.DateTimeFormat().resolvedOptions().timeZone} ${Math.floor(Date.now() / quarterMs)}`

/** First as the server wrote it, then for whoever reads: their zone, their hour. */
export function useReaderOf(language: string, serverNow: string): Reader {
  const [timeZone = '', quarter = ''] = useSyncExternalStore(never, hereAndNow, () => '').split(' ')
  return useMemo(
    () => ({ language, timeZone: timeZone || 'UTC', now: quarter ? new Date(Number(quarter) * quarterMs) : new Date(serverNow) }),
    [language, timeZone, quarter, serverNow],
  )
}

export const ReaderContext = createContext<Reader>({ language: 'en', timeZone: 'UTC', now: new Date(0) })
export const useReader = () => useContext(ReaderContext)
