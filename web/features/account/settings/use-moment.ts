import { formatDate } from '#common/format-date.ts'
import { useCallback, useSyncExternalStore } from 'react'
import type { Language } from '#contract/languages.ts'

const never = () => () => {}

/** Formats a time in the page's language: in UTC as the server does, then in the reader's time zone. */
export function useMoment(language: Language): (iso: string) => string {
  const timeZone = useSyncExternalStore(
    never,
    () => Intl.DateTimeFormat().resolvedOptions().timeZone,
    () => 'UTC',
  )
  return useCallback(
    (iso: string) => formatDate(new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone }), new Date(iso)),
    [language, timeZone],
  )
}
