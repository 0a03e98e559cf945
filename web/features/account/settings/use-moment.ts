import { useCallback, useSyncExternalStore } from 'react'
import type { Language } from '#contract/languages.ts'

const never = () => () => {}

/** Writes a moment in the page's language: in UTC as the server does, then in the reader's own zone. */
export function useMoment(language: Language): (iso: string) => string {
  const timeZone = useSyncExternalStore(
    never,
    () => Intl.DateTimeFormat().resolvedOptions().timeZone,
    () => 'UTC',
  )
  return useCallback(
    (iso: string) => new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(new Date(iso)),
    [language, timeZone],
  )
}
