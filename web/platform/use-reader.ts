import { createContext, useContext, useMemo, useSyncExternalStore } from 'react'
import type { Reader } from './when.ts'

const never = () => () => {}
const quarterMs = 900_000

/** The reader's time zone, and the current time rounded to a quarter of an hour, which is stable during a render. */
const hereAndNow = () => `${Intl.DateTimeFormat().resolvedOptions().timeZone} ${Math.floor(Date.now() / quarterMs)}`

/** The server's values for the first render, then the browser's time zone and time. */
export function useReaderOf(language: string, serverNow: string): Reader {
  const [timeZone = '', quarter = ''] = useSyncExternalStore(never, hereAndNow, () => '').split(' ')
  return useMemo(
    () => ({ language, timeZone: timeZone || 'UTC', now: quarter ? new Date(Number(quarter) * quarterMs) : new Date(serverNow) }),
    [language, timeZone, quarter, serverNow],
  )
}

export const ReaderContext = createContext<Reader>({ language: 'en', timeZone: 'UTC', now: new Date(0) })
export const useReader = () => useContext(ReaderContext)
