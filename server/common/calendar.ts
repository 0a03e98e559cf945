import { problem } from '#server/http/problems/problem.ts'
import { fieldIssue } from './field-issue.ts'

const dayMs = 86_400_000

/** The time zone that a request names, or UTC. Throws if there is no such zone. */
export function timeZoneOf(name: string | undefined): string {
  if (name === undefined) return 'UTC'
  try {
    // An offset such as +05:37 is not a time zone, and its days do not begin at a quarter of an hour.
    if (/^[a-z]/i.test(name)) return Temporal.Now.zonedDateTimeISO(name).timeZoneId
    throw new RangeError(name)
  } catch {
    throw problem('input-invalid', { issues: [fieldIssue('timeZone', 'timeZoneUnknown')] })
  }
}

/** The day of an instant in a time zone, as `2026-11-23`. */
export const dayIn = (timeZone: string, moment: Date): string =>
  Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO(timeZone).toPlainDate().toString()

/** The first instant of a day, which is 1 a.m. if clocks go forward at midnight. */
export const startOfDay = (timeZone: string, day: string): Date =>
  new Date(Temporal.PlainDate.from(day).toZonedDateTime(timeZone).epochMilliseconds)

/** Counted on the calendar: a day is not always 24 hours long. */
export const addDays = (day: string, count: number): string => new Date(Date.parse(day) + count * dayMs).toISOString().slice(0, 10)

export const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / dayMs
