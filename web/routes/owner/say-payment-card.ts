import type { PaymentCard } from '#contract/billing/billing.ts'
import type { Translate } from '#common/messages/message.ts'

/** What pays without an end, such as a wallet, is told with a year no card is printed with. */
const endless = '9999'

/** A payment card as it is recognised: what has no number or no end is not said to have one. */
export function sayPaymentCard({ brand, last4, expires }: PaymentCard, t: Translate, monthOf: (expires: string) => string): string {
  const name = brand.charAt(0).toUpperCase() + brand.slice(1)
  if (!last4) return name
  const isEndless = expires === '' || expires.startsWith(endless)
  return isEndless
    ? t('subscription.cardNumber', { brand: name, last4 })
    : t('subscription.card', { brand: name, last4, month: monthOf(expires) })
}
