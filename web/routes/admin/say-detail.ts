import type { ActLine } from '#contract/admin/operator.ts'
import type { MessageKey, Translate } from '#common/messages/message.ts'

type Detail = ActLine['detail']

/** What an operator’s act was about, in the reader’s language. What another version wrote is said by its own name. */
export function sayDetail(t: Translate, detail: Detail): string {
  return Object.entries(detail)
    .map(([name, value]) => t('operator.detail', { name: known(t, `operator.detail.${name}`) ?? name, value: valueOf(t, name, value) }))
    .join(' · ')
}

function valueOf(t: Translate, name: string, value: Detail[string]): string {
  if (typeof value === 'boolean') return t(value ? 'operator.detail.yes' : 'operator.detail.no')
  if (Array.isArray(value)) return value.join(', ') || t('operator.detail.nothing')
  return known(t, `operator.${name === 'plan' ? 'plan' : `detail.${name}`}.${value}`) ?? String(value)
}

/** A key that nobody knows is said as it stands. */
function known(t: Translate, key: string): string | null {
  const said = t(key as MessageKey satisfies MessageKey)
  return said === key ? null : said
}
