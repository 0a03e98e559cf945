import { formatDate } from '#common/format-date.ts'
import { dayIn } from './visits/time-zone.ts'

/** The reader's language, time zone and time: the same moment is another day elsewhere. */
export type Reader = { language: string; timeZone: string; now: Date }
type MomentParts = { day: 'today' | 'yesterday' | 'other'; date: string; time: string }

/** A time for its reader: relative day, date and time. */
export function whenOf(iso: string, { language, timeZone, now }: Reader): MomentParts {
  const then = new Date(iso)
  const [day, today] = [dayIn(then, timeZone), dayIn(now, timeZone)]
  const write = (how: Intl.DateTimeFormatOptions) => formatDate(new Intl.DateTimeFormat(language, { ...how, timeZone }), then)
  const isThisYear = day.slice(0, 4) === today.slice(0, 4)
  return {
    day: day === today ? 'today' : day === dayBefore(today) ? 'yesterday' : 'other',
    date: write({ month: 'short', day: 'numeric', ...(isThisYear ? {} : { year: 'numeric' }) }),
    time: write({ hour: 'numeric', minute: '2-digit' }),
  }
}

/** Calendar arithmetic: a day is not always 24 hours long. */
function dayBefore(day: string): string {
  const before = new Date(`${day}T12:00:00Z`)
  before.setUTCDate(before.getUTCDate() - 1)
  return before.toISOString().slice(0, 10)
}
