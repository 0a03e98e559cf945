import { formatDate } from '#common/format-date.ts'
/** When a notification arrived, in short: the time, "Yesterday" or the date. */
export function formatNoticeTime(
  receivedOn: number,
  now: number,
  { language, yesterday }: { language: string; yesterday: string },
): string {
  const then = new Date(receivedOn)
  const today = new Date(now)
  if (isSameDay(then, today)) return inWords(then, language, { hour: 'numeric', minute: '2-digit' })
  if (isSameDay(then, new Date(today.getFullYear(), today.getMonth(), today.getDate() - 1))) return yesterday
  const year = then.getFullYear() === today.getFullYear() ? {} : ({ year: 'numeric' } as const)
  return inWords(then, language, { month: 'short', day: 'numeric', ...year })
}

export const formatNoticeDate = (receivedOn: number, language: string) =>
  inWords(new Date(receivedOn), language, { dateStyle: 'full', timeStyle: 'short' })

function inWords(day: Date, language: string, how: Intl.DateTimeFormatOptions) {
  try {
    return formatDate(new Intl.DateTimeFormat(language || undefined, how), day)
  } catch {
    return ''
  }
}

const isSameDay = (a: Date, b: Date) => a.toDateString() === b.toDateString()
