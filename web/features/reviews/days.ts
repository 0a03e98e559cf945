import { formatDate } from '#common/format-date.ts'
import type { Language } from '#contract/languages.ts'

/** `iso` is empty if the text is not a date; then the text is shown as written. */
export type Day = { iso: string; text: string }

/** Parses both formats: year first, or the provider's month/day/year. */
export function readDay(typed: string): string | null {
  const yearFirst = /^(\d{4})-(\d{2})-(\d{2})(?:$|T| )/.exec(typed)
  const monthFirst = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(typed)
  const [year, month, day] = yearFirst ? yearFirst.slice(1) : monthFirst ? [monthFirst[3], monthFirst[1], monthFirst[2]] : []
  const iso = `${year}-${month?.padStart(2, '0')}-${day?.padStart(2, '0')}`
  const date = new Date(`${iso}T00:00:00Z`)
  // `Date` accepts February 31 as a day in March.
  return Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== iso ? null : iso
}

const lengths = { whole: { dateStyle: 'long' }, month: { month: 'short', year: 'numeric' } } as const

/** Dates have no time, so they are formatted in UTC. */
export function dateFormatter(language: Language, length: keyof typeof lengths) {
  const format = new Intl.DateTimeFormat(language, { ...lengths[length], timeZone: 'UTC' })
  return (typed: string): Day | null => {
    const iso = readDay(typed.trim())
    if (iso) return { iso, text: formatDate(format, new Date(iso)) }
    return typed.trim() ? { iso: '', text: typed.trim() } : null
  }
}
