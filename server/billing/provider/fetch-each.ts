import { ProviderError, type AsOf, type BillingProvider, type ProviderInvoice } from '#server/integrations/billing.ts'
import type { Log } from '#server/integrations/log.ts'

const concurrency = 8

/** `unavailable`: the provider did not answer, or rejected the request. `unreadable`: asking again would not help. */
export type FetchResults<T> = ReadonlyMap<string, T | 'unavailable' | 'unreadable'>

/** Fetches each id, eight at a time. Stops calling after the first outage, so a dead provider is not called hundreds of times. */
export async function fetchEach<T>(
  { log }: { log: Log },
  ids: readonly string[],
  fetch: (id: string) => Promise<T>,
): Promise<FetchResults<T>> {
  const results = new Map<string, T | 'unavailable' | 'unreadable'>()
  const remaining = [...ids]
  let isUnavailable = false
  async function worker() {
    for (let id = remaining.pop(); id !== undefined; id = remaining.pop())
      results.set(id, isUnavailable ? 'unavailable' : await fetchOne(id))
  }
  async function fetchOne(id: string): Promise<T | 'unavailable' | 'unreadable'> {
    try {
      return await fetch(id)
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      log.warn('billing-fetch-failed', { id, kind: error.kind, error })
      isUnavailable ||= error.kind === 'unavailable'
      return error.kind === 'unreadable' ? 'unreadable' : 'unavailable'
    }
  }
  await Promise.all(Array.from({ length: Math.min(concurrency, ids.length) }, worker))
  return results
}

/** All invoices of a customer, with their refunds, and the ids of those that could not be read. */
export async function fetchInvoices(
  provider: BillingProvider,
  customerId: string,
): Promise<AsOf<{ invoices: ProviderInvoice[]; unreadable: string[] }>> {
  const invoices: ProviderInvoice[] = []
  const unreadable: string[] = []
  for (let after: string | undefined; ;) {
    const { value, at } = await provider.listInvoices(after, customerId)
    invoices.push(...value.invoices)
    unreadable.push(...value.unreadable)
    if (value.next === null) return { value: { invoices, unreadable }, at }
    after = value.next
  }
}
