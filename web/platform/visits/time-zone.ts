import { useEffect } from 'react'
import { useRevalidator } from 'react-router'

const cookie = /(?:^|;\s*)time-zone=([a-z][\w%+-]{1,80})(?:;|$)/i

/** The owner's time zone from their browser; UTC until it is known. */
export function timeZoneOf({ headers }: Pick<Request, 'headers'>): string {
  const given = zoneIn(headers.get('cookie') ?? '')
  try {
    new Intl.DateTimeFormat('en', { timeZone: given })
    return given
  } catch {
    return 'UTC'
  }
}

function zoneIn(cookies: string): string {
  try {
    return decodeURIComponent(cookie.exec(cookies)?.[1] ?? 'UTC')
  } catch {
    return 'UTC'
  }
}

/** A moment's day, as `2026-11-21`, which compares. */
export const dayIn = (moment: Date, timeZone: string) =>
  new Intl.DateTimeFormat('en-CA', { year: 'numeric', month: '2-digit', day: '2-digit', timeZone }).format(moment)

/** Tells the server the owner's time zone with every page, until the browser is closed. Returns whether that was news. */
export function tellTimeZone(): boolean {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  if (!timeZone || zoneIn(document.cookie) === timeZone) return false
  document.cookie = `time-zone=${encodeURIComponent(timeZone)}; Path=/; SameSite=Lax`
  return zoneIn(document.cookie) === timeZone
}

/** For pages that count by day: loaded again where the server did not know the reader's time zone. */
export function useTimeZone() {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (tellTimeZone()) void revalidate()
  }, [revalidate])
}
