import { formatDate } from '#common/format-date.ts'
import type { Language } from '#contract/languages.ts'
import type { Translate } from '#common/messages/message.ts'
import type { MomentView } from '../../features/admin/admin-view.ts'

export type Times = {
  /** For sentences; empty for no moment. */
  when(moment: string): string
  moment(moment: string): MomentView
  day(moment: string): string
  /** “Today”, or the day with its weekday; and the time of day beside it. */
  weekday(moment: string): string
  time(moment: string): MomentView
  /** As short as a table needs: today's time of day, “Yesterday”, or the day. */
  recent(moment: string): MomentView
}

/** Times in the reader’s language and zone. They name the zone only if it is UTC. */
export function formatTimes({ language, timeZone, t }: { language: Language; timeZone: string; t: Translate }, now: Date): Times {
  const format = (options: Intl.DateTimeFormatOptions, zone = timeZone) => {
    const dates = new Intl.DateTimeFormat(language, { ...options, timeZone: zone })
    return (moment: string | Date) => formatDate(dates, new Date(moment))
  }
  const inZone = (written: string, zone = timeZone) => (zone === 'UTC' ? `${written} UTC` : written)
  const both = { dateStyle: 'medium', timeStyle: 'short' } as const
  const [local, momentsUtc, times] = [format(both), format(both, 'UTC'), format({ timeStyle: 'short' })]
  const [day, weekdays] = [format({ dateStyle: 'medium' }), format({ dateStyle: 'full' })]
  const [today, yesterday] = [0, 1].map((days) => day(new Date(now.getTime() - days * 86_400_000)))
  const utc = (at: string) => inZone(momentsUtc(at), 'UTC')
  return {
    when: (at) => (at === '' ? '' : inZone(local(at))),
    moment: (at) => ({ at, text: inZone(local(at)), utc: utc(at) }),
    day,
    weekday: (at) => (day(at) === today ? t('admin.today') : weekdays(at)),
    time: (at) => ({ at, text: inZone(times(at)), utc: utc(at) }),
    recent(at) {
      const earlier = day(at) === yesterday ? t('admin.yesterday') : day(at)
      return { at, text: day(at) === today ? inZone(times(at)) : earlier, utc: utc(at) }
    },
  }
}
