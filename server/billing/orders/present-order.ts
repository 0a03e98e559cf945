import type { OrderLine } from '#contract/billing/operator-billing.ts'
import type { BillingOrder } from '../tables.ts'

export const presentOrder = ({ planCode, provider, createdAt, expiresAt }: BillingOrder, alias: string, email: string): OrderLine => ({
  alias,
  offer: planCode,
  provider,
  at: createdAt.toISOString(),
  expiresAt: expiresAt?.toISOString() ?? null,
  email,
})
