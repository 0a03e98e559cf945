import { dayIn } from '../../../platform/visits/time-zone.ts'

/** Where and when somebody reads: the same moment is another day elsewhere. */
export type Reader = { language: string; timeZone: string; now: Date }
export type When = { day: 'today' | 'yesterday' | 'other'; date: string; time: string }

/** A moment as its reader calls it: a day they know by name, a date, a time. */
export function whenOf(iso: string, { language, timeZone, now }: Reader): When {
  const then = new Date(iso)
  const [day, today] = [dayIn(then, timeZone), dayIn(now, timeZone)]
  const write = (how: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(language, { ...how, timeZone }).format(then)
  const isThisYear = day.slice(0, 4) === today.slice(0, 4)
  return {
    day: day === today ? 'today' : day === dayBefore(today) ? 'yesterday' : 'other',
    date: write({ month: 'short', day: 'numeric', ...(isThisYear ? {} : { year: 'numeric' }) }),
    time: write({ hour: 'numeric', minute: '2-digit' }),
  }
}

/** Counted on the calendar: a day is not always 24 hours long. */
function dayBefore(day: string): string {
  const before = new Date(`${day}T12:00:00Z`)
  before.setUTCDate(before.getUTCDate() - 1)
  return before.toISOString().slice(0, 10)
}
