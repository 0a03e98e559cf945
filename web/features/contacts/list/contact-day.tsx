import { useTranslate } from '../../../i18n/use-translate.ts'
import { useReader } from '../../../platform/use-reader.ts'
import { whenOf } from '../../../platform/when.ts'

/** A day, as "Today" or "Yesterday" if it is. The browser may format it differently from the server. */
export function ContactDay({ iso }: { iso: string }) {
  const t = useTranslate()
  const { day, date } = whenOf(iso, useReader())
  return (
    <time dateTime={iso} suppressHydrationWarning>
      {day === 'today' ? t('contacts.today') : day === 'yesterday' ? t('contacts.yesterday') : date}
    </time>
  )
}

const sentences = {
  met: { today: 'contacts.connectedToday', yesterday: 'contacts.connectedYesterday', other: 'contacts.connectedOn' },
  written: { today: 'contacts.todayAt', yesterday: 'contacts.yesterdayAt', other: 'contacts.dayAt' },
} as const

/** A time within a sentence. */
export function ContactMoment({ iso, as }: { iso: string; as: keyof typeof sentences }) {
  const t = useTranslate()
  const { day, date, time } = whenOf(iso, useReader())
  return (
    <time dateTime={iso} suppressHydrationWarning>
      {t(sentences[as][day], { date, time })}
    </time>
  )
}
