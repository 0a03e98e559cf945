import { useTranslate } from '../../i18n/use-translate.ts'
import { useReader } from '../../platform/use-reader.ts'
import { whenOf } from '../../platform/when.ts'

/** A time for its reader: today’s as a time, an earlier one as a date. */
export function useWhen() {
  const reader = useReader()
  return (iso: string) => {
    const { day, date, time } = whenOf(iso, reader)
    return day === 'today' ? time : date
  }
}

/** A time to come, which may be after midnight. */
export function useNextTime() {
  const t = useTranslate()
  const reader = useReader()
  return (iso: string) => {
    const { day, date, time } = whenOf(iso, reader)
    return day === 'today' ? time : t('contacts.dayAt', { date, time })
  }
}

export function useDate() {
  const reader = useReader()
  return (iso: string) => whenOf(iso, reader).date
}
