import { formatDate } from '#common/format-date.ts'
import { requestLanguage } from '#common/request-language.ts'

/**
 * A date in words, such as `June 25`, with its year if it is not this one. In UTC, because the server does not know the reader’s
 * time zone.
 */
export function formatUtcDay(request: Request, at: string): string {
  const day = new Date(at)
  const isThisYear = day.getUTCFullYear() === new Date().getUTCFullYear()
  const how: Intl.DateTimeFormatOptions = { month: 'long', day: 'numeric', timeZone: 'UTC' }
  return formatDate(new Intl.DateTimeFormat(requestLanguage(request), isThisYear ? how : { ...how, year: 'numeric' }), day)
}
