import type { Db } from '#server/database/database.ts'
import { problem } from '#server/http/problems/problem.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import type { Billing } from '#server/integrations/billing.ts'
import type { Clock } from '#server/integrations/clock.ts'
import type { Log } from '#server/integrations/log.ts'
import { insertEvent } from './event-store.ts'
import { packTold } from './told.ts'

type Needs = { db: Db; jobs: Pick<Jobs, 'enqueue' | 'ready'>; billing: Billing; clock: Clock; log: Log }

/** Keeps what a provider tells, and answers; what it means is looked at after. Told twice, it is kept once. */
export async function hearEvents(
  { db, jobs, billing: { provider }, clock, log }: Needs,
  raw: Uint8Array,
  request: Request,
): Promise<Response> {
  if (!provider) throw problem('not-found')
  const now = clock.now()
  const heard = await provider.hear(raw, request.headers, now)
  if (!heard.ok) {
    log.warn('billing-event-refused', { provider: provider.name, reason: heard.reason })
    throw problem('bad-request')
  }
  const { event } = heard
  await jobs.ready()
  await db.transaction(async (tx) => {
    const { id: eventId, kind, at: providerAt, customerId, payload } = event
    const row = { provider: provider.name, eventId, kind, providerAt, customerId, payload, told: packTold(event), receivedAt: now }
    if (await insertEvent(tx, row)) await jobs.enqueue(tx, 'billing.apply', {}, { key: 'heard' })
  })
  return new Response(null, { status: 200 })
}
