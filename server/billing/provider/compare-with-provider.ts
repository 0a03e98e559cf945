import { newId } from '#server/database/new-id.ts'
import type { ApplyNeeds } from '../events/apply-events.ts'
import { endCheck, findLastCheck, insertCheck, noteProgress, removeOldChecks } from './check-store.ts'
import { compareInvoices, compareSubscriptions, findMissing, type Finding } from './compare-parts.ts'
import type { BillingCheck } from '../tables.ts'

const detailsMax = 50
const checksKept = 100
/** A run that got no page further for so long was interrupted. */
const stillMs = 5 * 60_000
/** Money goes back within half a year. */
const invoicesMoveMs = 190 * 86_400_000

/**
 * Compares all that the provider has with what is known here, and repairs what differs. Null where nothing takes the money, or another run
 * is at it. It goes page by page and may be stopped anywhere: what it repaired stays repaired, and the next run begins anew and says so.
 */
export async function compareWithProvider(needs: ApplyNeeds): Promise<BillingCheck | null> {
  const { db, clock } = needs
  const { provider } = needs.billing
  if (!provider) return null
  const begunAt = clock.now()
  const last = await findLastCheck(db)
  const isOpen = last !== null && last.endedAt === null
  if (isOpen && begunAt.getTime() - last.movedAt.getTime() < stillMs) return null

  // The first time all invoices there ever were are looked at; after that those to which something may still happen.
  const since = last?.endedAt ? new Date(begunAt.getTime() - invoicesMoveMs) : null
  const id = newId(begunAt.getTime())
  const details = isOpen ? [`The comparison begun at ${last.begunAt.toISOString()} was interrupted; this one began anew.`] : []
  await insertCheck(db, { id, begunAt, details })
  let lookedAt = 0
  let differing = 0
  async function note({ looked, found }: Finding) {
    lookedAt += looked
    differing += found.length
    details.push(...found.slice(0, Math.max(0, detailsMax - details.length)))
    await noteProgress(db, id, { lookedAt, differing, details, now: clock.now() })
  }

  for await (const finding of compareSubscriptions(needs, provider, begunAt)) await note(finding)
  for await (const finding of findMissing(needs, provider, begunAt)) await note(finding)
  for await (const finding of compareInvoices(needs, provider, since)) await note(finding)
  await removeOldChecks(db, checksKept)
  const check = await endCheck(db, id, clock.now())
  needs.log[differing > 0 ? 'warn' : 'info']('billing-compared', { provider: provider.name, lookedAt, differing })
  return check
}
