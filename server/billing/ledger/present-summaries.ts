import type { BillingEventSummary, OrderSummary } from '#contract/billing/admin-billing.ts'
import type { BillingOrder } from '../tables.ts'

type Event = { eventId: string; kind: string; providerAt: Date; appliedAt: Date | null; outcome: string | null }

export const presentEvent = ({ eventId, kind, providerAt, appliedAt, outcome }: Event, alias: string): BillingEventSummary => ({
  id: eventId,
  kind,
  alias,
  at: providerAt.toISOString(),
  appliedAt: appliedAt?.toISOString() ?? null,
  outcome: outcome ?? '',
})

export const presentOrder = ({ planCode, provider, createdAt, expiresAt }: BillingOrder, alias: string, email: string): OrderSummary => ({
  alias,
  offer: planCode,
  provider,
  at: createdAt.toISOString(),
  expiresAt: expiresAt?.toISOString() ?? null,
  email,
})
