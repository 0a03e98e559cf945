import { requestLanguage } from '#common/request-language.ts'

/** A day in words, `June 25`, and with its year where that is another one. The server's day is nobody's own: it is said for all in UTC. */
export function dayFor(request: Request, at: string): string {
  const day = new Date(at)
  const isThisYear = day.getUTCFullYear() === new Date().getUTCFullYear()
  const how: Intl.DateTimeFormatOptions = { month: 'long', day: 'numeric', timeZone: 'UTC' }
  return new Intl.DateTimeFormat(requestLanguage(request), isThisYear ? how : { ...how, year: 'numeric' }).format(day)
}
