import type { BillingEventLine } from '#contract/billing/operator-billing.ts'

type Event = { eventId: string; kind: string; providerAt: Date; appliedAt: Date | null; outcome: string | null }

export const presentEvent = ({ eventId, kind, providerAt, appliedAt, outcome }: Event, alias: string): BillingEventLine => ({
  id: eventId,
  kind,
  alias,
  at: providerAt.toISOString(),
  appliedAt: appliedAt?.toISOString() ?? null,
  outcome: outcome ?? '',
})
