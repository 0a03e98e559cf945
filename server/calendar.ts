import { problem } from '#server/http/problems/problem.ts'

const dayMs = 86_400_000

/** The name of a time zone as requests give it, UTC where they give none; refused where there is no such zone. */
export function timeZoneOf(given: string | undefined): string {
  if (given === undefined) return 'UTC'
  try {
    // An offset such as +05:37 is no place's time, and its days begin at no quarter of an hour.
    if (/^[a-z]/i.test(given)) return Temporal.Now.zonedDateTimeISO(given).timeZoneId
    throw new RangeError(given)
  } catch {
    throw problem('input-invalid', { faults: [{ path: 'timeZone', message: 'There is no such time zone.' }] })
  }
}

/** A moment's day, as `2026-11-23`. */
export const dayIn = (timeZone: string, moment: Date): string =>
  Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO(timeZone).toPlainDate().toString()

/** The first moment of a day. Where clocks are put forward at midnight that is 1 a.m. */
export const startOfDay = (timeZone: string, day: string): Date =>
  new Date(Temporal.PlainDate.from(day).toZonedDateTime(timeZone).epochMilliseconds)

/** Counted on the calendar: a day is not always 24 hours long. */
export const addDays = (day: string, count: number): string => new Date(Date.parse(day) + count * dayMs).toISOString().slice(0, 10)

export const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / dayMs
