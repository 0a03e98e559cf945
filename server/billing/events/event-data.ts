import type { ProviderEvent } from '#server/integrations/billing.ts'

/** The parsed content of an event, without the raw payload. */
export type EventData = Pick<ProviderEvent, 'subscriptionId' | 'invoice' | 'checkout'>

/** The same as JSON: dates are strings. */
type Serialized<T> = T extends Date ? string : T extends object ? { [K in keyof T]: Serialized<T[K]> } : T
export type StoredEventData = Serialized<EventData>

export function serializeEventData({ subscriptionId, invoice, checkout }: ProviderEvent): StoredEventData {
  return {
    subscriptionId,
    invoice: isWhole(invoice)
      ? { ...invoice, issuedAt: invoice.issuedAt.toISOString(), from: toText(invoice.from), until: toText(invoice.until) }
      : invoice,
    checkout,
  }
}

export function parseEventData({ subscriptionId, invoice, checkout }: StoredEventData): EventData {
  return {
    subscriptionId,
    invoice: isWhole(invoice)
      ? { ...invoice, issuedAt: new Date(invoice.issuedAt), from: toDate(invoice.from), until: toDate(invoice.until) }
      : invoice,
    checkout,
  }
}

const isWhole = <T extends object>(invoice: T | 'plan-unknown' | null): invoice is T => typeof invoice === 'object' && invoice !== null
const toText = (moment: Date | null) => moment?.toISOString() ?? null
const toDate = (text: string | null) => (text === null ? null : new Date(text))
