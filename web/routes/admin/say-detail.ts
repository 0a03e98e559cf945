import type { ActLine } from '#contract/admin/operator.ts'
import type { AccountKey } from '../../i18n/account/account-en.ts'
import type { AccountSay, EveryKey } from '../../i18n/say.ts'

type Detail = ActLine['detail']

/** What an operator’s act was about, in the reader’s language. What another version wrote is said by its own name. */
export function sayDetail(say: AccountSay, detail: Detail): string {
  return Object.entries(detail)
    .map(([name, value]) =>
      say('operator.detail', { name: known(say, `operator.detail.${name}`) ?? name, value: valueOf(say, name, value) }),
    )
    .join(' · ')
}

function valueOf(say: AccountSay, name: string, value: Detail[string]): string {
  if (typeof value === 'boolean') return say(value ? 'operator.detail.yes' : 'operator.detail.no')
  if (Array.isArray(value)) return value.join(', ') || say('operator.detail.nothing')
  return known(say, `operator.${name === 'plan' ? 'plan' : `detail.${name}`}.${value}`) ?? String(value)
}

/** A key that nobody knows is said as it stands. */
function known(say: AccountSay, key: string): string | null {
  const said = say(key as AccountKey satisfies EveryKey)
  return said === key ? null : said
}
