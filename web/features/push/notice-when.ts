/** When a notice came, as short as it can be said: the time of today, yesterday by its name, then the day. */
export function noticeWhen(receivedOn: number, now: number, { language, yesterday }: { language: string; yesterday: string }): string {
  const then = new Date(receivedOn)
  const today = new Date(now)
  if (isSameDay(then, today)) return said(then, language, { hour: 'numeric', minute: '2-digit' })
  if (isSameDay(then, new Date(today.getFullYear(), today.getMonth(), today.getDate() - 1))) return yesterday
  const year = then.getFullYear() === today.getFullYear() ? {} : ({ year: 'numeric' } as const)
  return said(then, language, { month: 'short', day: 'numeric', ...year })
}

export const noticeMoment = (receivedOn: number, language: string) =>
  said(new Date(receivedOn), language, { dateStyle: 'full', timeStyle: 'short' })

function said(day: Date, language: string, how: Intl.DateTimeFormatOptions) {
  try {
    return new Intl.DateTimeFormat(language || undefined, how).format(day)
  } catch {
    return ''
  }
}

const isSameDay = (a: Date, b: Date) => a.toDateString() === b.toDateString()
