import type { ProviderEvent } from '#server/integrations/billing.ts'

/** What an event says, without what it was read out of. */
export type Told = Pick<ProviderEvent, 'subscriptionId' | 'subscription' | 'invoice' | 'checkout'>

/** The same as a column holds it: there a moment is a text. */
type Packed<T> = T extends Date ? string : T extends object ? { [K in keyof T]: Packed<T[K]> } : T
export type PackedTold = Packed<Told>

export function packTold({ subscriptionId, subscription, invoice, checkout }: ProviderEvent): PackedTold {
  return {
    subscriptionId,
    subscription: subscription && {
      ...subscription,
      beganAt: subscription.beganAt.toISOString(),
      trialEndsAt: packed(subscription.trialEndsAt),
      periodStartsAt: packed(subscription.periodStartsAt),
      periodEndsAt: packed(subscription.periodEndsAt),
      cancelAt: packed(subscription.cancelAt),
      endedAt: packed(subscription.endedAt),
    },
    invoice: isWhole(invoice)
      ? { ...invoice, issuedAt: invoice.issuedAt.toISOString(), from: packed(invoice.from), until: packed(invoice.until) }
      : invoice,
    checkout,
  }
}

export function openTold({ subscriptionId, subscription, invoice, checkout }: PackedTold): Told {
  return {
    subscriptionId,
    subscription: subscription && {
      ...subscription,
      beganAt: new Date(subscription.beganAt),
      trialEndsAt: opened(subscription.trialEndsAt),
      periodStartsAt: opened(subscription.periodStartsAt),
      periodEndsAt: opened(subscription.periodEndsAt),
      cancelAt: opened(subscription.cancelAt),
      endedAt: opened(subscription.endedAt),
    },
    invoice: isWhole(invoice)
      ? { ...invoice, issuedAt: new Date(invoice.issuedAt), from: opened(invoice.from), until: opened(invoice.until) }
      : invoice,
    checkout,
  }
}

const isWhole = <T extends object>(invoice: T | 'plan-unknown' | null): invoice is T => typeof invoice === 'object' && invoice !== null
const packed = (moment: Date | null) => moment?.toISOString() ?? null
const opened = (text: string | null) => (text === null ? null : new Date(text))
