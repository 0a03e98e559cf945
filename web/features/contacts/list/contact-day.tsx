import { useTranslate } from '../../../i18n/use-translate.ts'
import { useReader } from './use-reader.ts'
import { whenOf } from './when.ts'

/** A day by its name if it has one. The reader's browser may spell it otherwise than the server. */
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

/** A moment within a sentence. */
export function ContactMoment({ iso, as }: { iso: string; as: keyof typeof sentences }) {
  const t = useTranslate()
  const { day, date, time } = whenOf(iso, useReader())
  return (
    <time dateTime={iso} suppressHydrationWarning>
      {t(sentences[as][day], { date, time })}
    </time>
  )
}
