import { ProviderTrouble, type AsOf, type BillingProvider, type ProviderInvoice } from '#server/integrations/billing.ts'
import type { Log } from '#server/integrations/log.ts'

const atATime = 8

/** `away`: nobody answers, or not to us. */
export type Answers<T> = ReadonlyMap<string, T | 'away'>

/** Asks about each, a few at a time. One that does not answer is not asked three hundred times more. */
export async function askEach<T>({ log }: { log: Log }, ids: readonly string[], ask: (id: string) => Promise<T>): Promise<Answers<T>> {
  const answers = new Map<string, T | 'away'>()
  const left = [...ids]
  let isAway = false
  async function askOn() {
    for (let id = left.pop(); id !== undefined; id = left.pop()) answers.set(id, isAway ? 'away' : await askOne(id))
  }
  async function askOne(id: string): Promise<T | 'away'> {
    try {
      return await ask(id)
    } catch (error) {
      if (!(error instanceof ProviderTrouble)) throw error
      log.warn('billing-not-read', { about: id, kind: error.kind, error })
      isAway ||= error.kind === 'away'
      return 'away'
    }
  }
  await Promise.all(Array.from({ length: Math.min(atATime, ids.length) }, askOn))
  return answers
}

/** All of a customer’s invoices, with what was given back of each. */
export async function readRefunds(provider: BillingProvider, customerId: string): Promise<AsOf<ProviderInvoice[]>> {
  const invoices: ProviderInvoice[] = []
  for (let after: string | undefined; ;) {
    const { it, at } = await provider.listInvoices(after, customerId)
    invoices.push(...it.invoices)
    if (it.next === null) return { it: invoices, at }
    after = it.next
  }
}
