import { z } from 'zod'
import type { Connection, Delivery } from '#contract/connections.ts'
import type { ConnectionRow, DeliveryCounts, FoundDelivery } from './tables.ts'

/** A connection as its owner gets it, without its secret. */
export function presentConnection(
  row: ConnectionRow,
  counts: DeliveryCounts | undefined,
  last: { sent: FoundDelivery | undefined; tried: FoundDelivery | undefined },
): Connection {
  const isOn = row.offReason === null
  const nextAtMs = counts?.nextAtMs ?? null
  return {
    id: row.id,
    preset: row.preset,
    name: row.name,
    url: row.url,
    types: row.types,
    isFull: row.isFull,
    isOn,
    offReason: row.offReason,
    offAt: textOf(row.offAt),
    failingSince: textOf(row.failingSince),
    attention: row.attention,
    secretEnd: row.secretEnd,
    secretAt: row.secretAt.toISOString(),
    createdAt: row.createdAt.toISOString(),
    sentCount: counts?.sentCount ?? 0,
    waitingCount: counts?.waitingCount ?? 0,
    failedCount: counts?.failedCount ?? 0,
    nextAt: isOn && nextAtMs !== null ? new Date(nextAtMs).toISOString() : null,
    latest: counts?.latest.toReversed() ?? [],
    lastSent: last.sent ? presentDelivery(last.sent) : null,
    lastTried: last.tried ? presentDelivery(last.tried) : null,
  }
}

export function presentDelivery({ delivery, event }: FoundDelivery): Delivery {
  const { eventId, state, attempts, triedAt, nextAt, status, tookMs, answer, reason } = delivery
  return {
    eventId,
    type: event.type,
    subject: subjectOf(event.data),
    state,
    attempts,
    createdAt: event.at.toISOString(),
    triedAt: textOf(triedAt),
    nextAt: state === 'waiting' ? textOf(nextAt) : null,
    status,
    tookMs,
    answer,
    reason,
  }
}

const textOf = (moment: Date | null) => moment?.toISOString() ?? null

const Subject = z.object({
  contact: z.object({ fullName: z.string().default('') }).optional(),
  review: z.object({ reviewer: z.string() }).optional(),
  link: z.object({ url: z.string() }).optional(),
})

function subjectOf(data: string): string {
  const { contact, review, link } = Subject.parse(JSON.parse(data))
  return contact?.fullName ?? review?.reviewer ?? link?.url ?? ''
}
