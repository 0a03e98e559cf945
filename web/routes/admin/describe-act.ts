import type { ActLine } from '#contract/admin/operator.ts'
import type { MessageKey, Translate } from '#common/messages/message.ts'

type Detail = ActLine['detail']

/** What an administrator’s act was about, in the reader’s language. What another version wrote keeps its own name. */
export function describeAct(t: Translate, detail: Detail): string {
  return Object.entries(detail)
    .map(([name, value]) => t('admin.detail', { name: known(t, `admin.detail.${name}`) ?? name, value: valueOf(t, name, value) }))
    .join(' · ')
}

function valueOf(t: Translate, name: string, value: Detail[string]): string {
  if (typeof value === 'boolean') return t(value ? 'admin.detail.yes' : 'admin.detail.no')
  if (Array.isArray(value)) return value.join(', ') || t('admin.detail.nothing')
  return known(t, `admin.${name === 'plan' ? 'plan' : `detail.${name}`}.${value}`) ?? String(value)
}

/** Null for a key that is no message. */
function known(t: Translate, key: string): string | null {
  const text = t(key as MessageKey satisfies MessageKey)
  return text === key ? null : text
}
