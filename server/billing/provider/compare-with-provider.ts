import { newId } from '#server/database/new-id.ts'
import type { ProviderDeps } from '../subscriptions/save-subscriptions.ts'
import { endCheck, findLastCheck, insertCheck, saveProgress, removeOldChecks } from './check-store.ts'
import { compareInvoices, compareSubscriptions, findMissing, type Finding } from './compare-parts.ts'
import type { BillingCheck } from '../tables.ts'

const detailsMax = 50
const checksMax = 100
/** A run without progress for this long was interrupted. */
const stalledAfterMs = 5 * 60_000
/** Refunds and disputes happen within half a year. */
const invoicesChangeMs = 190 * 86_400_000

/**
 * Compares all data of the provider with the stored data and repairs differences. Null without a provider, or while another run is in
 * progress. It works page by page and can stop anywhere: repairs stay, and the next run starts over and reports the interruption.
 */
export async function compareWithProvider(deps: ProviderDeps): Promise<BillingCheck | null> {
  const { db, clock } = deps
  const { provider } = deps.billing
  if (!provider) return null
  const begunAt = clock.now()
  const last = await findLastCheck(db)
  const isOpen = last !== null && last.endedAt === null
  if (isOpen && begunAt.getTime() - last.movedAt.getTime() < stalledAfterMs) return null

  // The first run checks all invoices; later runs only those that can still change.
  const since = last?.endedAt ? new Date(begunAt.getTime() - invoicesChangeMs) : null
  const id = newId(begunAt.getTime())
  const details = isOpen ? [`The comparison started at ${last.begunAt.toISOString()} was interrupted; this one started over.`] : []
  await insertCheck(db, { id, begunAt, details })
  let checkedCount = 0
  let differenceCount = 0
  async function record({ checked, found }: Finding) {
    checkedCount += checked
    differenceCount += found.length
    details.push(...found.slice(0, Math.max(0, detailsMax - details.length)))
    await saveProgress(db, id, { checkedCount, differenceCount, details, now: clock.now() })
  }

  for await (const finding of compareSubscriptions(deps, provider, begunAt)) await record(finding)
  for await (const finding of findMissing(deps, provider, begunAt)) await record(finding)
  for await (const finding of compareInvoices(deps, provider, since)) await record(finding)
  await removeOldChecks(db, checksMax)
  const check = await endCheck(db, id, clock.now())
  deps.log[differenceCount > 0 ? 'warn' : 'info']('billing-compared', { provider: provider.name, checkedCount, differenceCount })
  return check
}
