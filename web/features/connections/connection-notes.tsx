import type { Connection } from '#contract/connections.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { hostOf } from './connections-view.ts'
import { useDate, useWhen } from './use-when.ts'

/** Who switched it off, and why. */
export function OffBy({ connection: { offReason, offAt } }: { connection: Connection }) {
  const t = useTranslate()
  const dateOf = useDate()
  return t(`connections.offBy.${offReason ?? 'owner'}`, { date: offAt ? dateOf(offAt) : '' })
}

/** What its owner must see to at a CRM. */
export function AttentionNote({ connection: { attention } }: { connection: Connection }) {
  const t = useTranslate()
  return attention && t(`connections.attention.${attention}.note`)
}

export function FailingSince({ connection: { url, failingSince, lastTried } }: { connection: Connection }) {
  const t = useTranslate()
  const when = useWhen()
  const values = { host: hostOf(url), time: failingSince ? when(failingSince) : '' }
  const status = lastTried?.status
  return status ? t('connections.answered', { ...values, status }) : t('connections.noAnswer', values)
}
