import type { AuditEntryLine } from '#contract/admin/admin.ts'
import { auditActions } from '#contract/admin/admin-choices.ts'
import type { MessageKey, Translate } from '#common/messages/message.ts'
import type { AuditEntryView } from '../../features/admin/admin-view.ts'
import { formatMoney } from '../../i18n/format-money.ts'
import type { PageRequest } from './admin-loader.ts'

type Formats = Pick<PageRequest, 't' | 'moment' | 'weekday' | 'time' | 'language'>

/** An audit entry in the reader's language. */
export function auditEntryView(
  { id, at, actor, act, alias, detail }: AuditEntryLine,
  { t, moment, weekday, time, language }: Formats,
): AuditEntryView {
  const key = `admin.act.${act}`
  const [icon, kind] = iconOf(act)
  return {
    id,
    when: moment(at),
    day: weekday(at),
    time: time(at),
    who: actorName(t, actor),
    // An unknown action, recorded by another version, shows its name.
    act: isKnown(act) ? t(key as MessageKey) : act,
    alias,
    more: describeDetail(t, withPrice(detail, language)),
    icon,
    kind,
  }
}

export const actorName = (t: Translate, actor: string) =>
  actor === 'command line' ? t('admin.byLine') : actor === 'setup link' ? t('admin.bySetupLink') : actor

/** The icon and color of an audit entry: removed, restored, paid, published. */
function iconOf(act: string): [AuditEntryView['icon'], AuditEntryView['kind']] {
  if (/\.(disable|remove|block)$/.test(act)) return [act.startsWith('picture') ? 'image-off' : 'eye-off', 'bad']
  if (/\.(enable|release)$/.test(act)) return ['undo-2', 'ok']
  if (act.startsWith('billing.') || act === 'card.plan') return ['banknote', 'brass']
  if (/^(stories|tour|version)\./.test(act)) return ['megaphone', 'door']
  if (/^(login-link|setup-link|sessions|admin|keys|invitation|card\.(rights|claim-code))/.test(act)) return ['key-round', 'quiet']
  if (/^(backup|restore)/.test(act)) return ['archive-restore', 'quiet']
  return ['scroll-text', 'quiet']
}

/** An amount and its currency become a price. */
function withPrice(detail: AuditEntryLine['detail'], language: PageRequest['language']): AuditEntryLine['detail'] {
  const { amount, currency, ...more } = detail
  return typeof amount === 'number' && typeof currency === 'string'
    ? { ...more, amount: formatMoney(language, { amount, currency }) }
    : detail
}

const isKnown = (act: string): boolean => (auditActions as readonly string[]).includes(act)

type Detail = AuditEntryLine['detail']

/** The details of an audit entry in the reader's language; unknown ones show their names. */
function describeDetail(t: Translate, detail: Detail): string {
  return Object.entries(detail)
    .map(([name, value]) => t('admin.detail', { name: known(t, `admin.detail.${name}`) ?? name, value: valueOf(t, name, value) }))
    .join(' · ')
}

function valueOf(t: Translate, name: string, value: Detail[string]): string {
  if (typeof value === 'boolean') return t(value ? 'admin.detail.yes' : 'admin.detail.no')
  if (Array.isArray(value)) return value.join(', ') || t('admin.detail.nothing')
  if (name === 'queue') return jobName(t, String(value))
  return known(t, `admin.${name === 'plan' ? 'plan' : `detail.${name}`}.${value}`) ?? String(value)
}

/** What a job does. One of another version shows its name. */
export const jobName = (t: Translate, queue: string): string => known(t, `admin.job.${queue}`) ?? queue

/** Null if the key isn't a message. */
function known(t: Translate, key: string): string | null {
  const text = t(key as MessageKey satisfies MessageKey)
  return text === key ? null : text
}
