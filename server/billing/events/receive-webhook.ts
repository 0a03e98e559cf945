import type { Db } from '#server/database/database.ts'
import { problem } from '#server/http/problems/problem.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import type { Billing } from '#server/integrations/billing.ts'
import type { Clock } from '#server/integrations/clock.ts'
import type { Log } from '#server/integrations/log.ts'
import { insertEvent } from './event-store.ts'
import { serializeEventData } from './event-data.ts'

type Deps = { db: Db; jobs: Pick<Jobs, 'enqueue' | 'ready'>; billing: Billing; clock: Clock; log: Log }

/** Stores a webhook event and responds; a job applies it afterwards. A repeated event is stored once. */
export async function receiveWebhook(
  { db, jobs, billing: { provider }, clock, log }: Deps,
  raw: Uint8Array,
  request: Request,
): Promise<Response> {
  if (!provider) throw problem('not-found')
  const now = clock.now()
  const result = await provider.parseWebhook(raw, request.headers, now)
  if (!result.ok) {
    log.warn('billing-event-rejected', { provider: provider.name, reason: result.reason })
    throw problem('bad-request')
  }
  const { event } = result
  await jobs.ready()
  await db.transaction(async (tx) => {
    const { id: eventId, kind, at: providerAt, customerId, payload } = event
    const row = {
      provider: provider.name,
      eventId,
      kind,
      providerAt,
      customerId,
      payload,
      data: serializeEventData(event),
      receivedAt: now,
    }
    if (await insertEvent(tx, row)) await jobs.enqueue(tx, 'billing.apply', {}, { key: 'received' })
  })
  return new Response(null, { status: 200 })
}
