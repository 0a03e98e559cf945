import { useEffect } from 'react'
import { useRevalidator } from 'react-router'

const cookie = /(?:^|;\s*)time-zone=([a-z][\w%+-]{1,80})(?:;|$)/i

/** The owner's time zone from their browser; UTC until it is known. */
export function timeZoneOf({ headers }: Pick<Request, 'headers'>): string {
  const zone = zoneIn(headers.get('cookie') ?? '')
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return zone
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

/** The day as `2026-11-21`, which sorts. */
export const dayIn = (moment: Date, timeZone: string) =>
  new Intl.DateTimeFormat('en-CA', { year: 'numeric', month: '2-digit', day: '2-digit', timeZone }).format(moment)

/** Stores the owner's time zone in a session cookie for the server. Returns true if it changed. */
export function writeTimeZoneCookie(): boolean {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  if (!timeZone || zoneIn(document.cookie) === timeZone) return false
  document.cookie = `time-zone=${encodeURIComponent(timeZone)}; Path=/; SameSite=Lax`
  return zoneIn(document.cookie) === timeZone
}

/** For pages that count by day: reloads the data if the server did not know the time zone. */
export function useTimeZone() {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (writeTimeZoneCookie()) void revalidate()
  }, [revalidate])
}
