import type { PaymentCard } from '#contract/billing/billing.ts'
import type { Translate } from '#common/messages/message.ts'

/** Wallets have no expiry and report a year that no card has. */
const endless = '9999'

/** A payment card as people recognize it; a missing number or expiry is left out. */
export function formatPaymentCard({ brand, last4, expires }: PaymentCard, t: Translate, monthOf: (expires: string) => string): string {
  const name = brand.charAt(0).toUpperCase() + brand.slice(1)
  if (!last4) return name
  const isEndless = expires === '' || expires.startsWith(endless)
  return isEndless
    ? t('subscription.cardNumber', { brand: name, last4 })
    : t('subscription.card', { brand: name, last4, month: monthOf(expires) })
}
