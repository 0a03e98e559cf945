import { formatDate } from '#common/format-date.ts'
import type { Language } from '#contract/languages.ts'

/** Formats numbers and days in the page's language. Days are in UTC, so the reader's time zone doesn't shift them. */
export function writersOf(language: Language) {
  const whole = new Intl.NumberFormat(language)
  const rate = new Intl.NumberFormat(language, { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 })
  const points = new Intl.NumberFormat(language, { maximumFractionDigits: 1 })
  const percent = new Intl.NumberFormat(language, { style: 'percent' })
  const dates = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' })
    return (day: string) => formatDate(format, new Date(`${day}T00:00:00Z`))
  }
  return {
    number: (value: number) => whole.format(value),
    rate: (value: number) => rate.format(value / 100),
    percent: (value: number) => percent.format(value / 100),
    points: (value: number) => points.format(value),
    day: dates({ month: 'long', day: 'numeric' }),
    axisDay: dates({ month: 'short', day: 'numeric' }),
    weekday: dates({ weekday: 'short' }),
    wholeDay: dates({ weekday: 'short', month: 'long', day: 'numeric' }),
  }
}

export type Writers = ReturnType<typeof writersOf>
