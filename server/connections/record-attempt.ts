import type { Attention } from '#contract/connections.ts'
import type { Db } from '#server/database/database.ts'
import { newId } from '#server/database/new-id.ts'
import type { Clock } from '#server/integrations/clock.ts'
import type { CrmAnswer } from '#server/integrations/crm.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { lockConnection, updateRow } from './connection-store.ts'
import { clearFailing, updateSent, updateTried, type DueDelivery } from './delivery-store.ts'
import type { ConnectionRow, DeliveryRow } from './tables.ts'

type Deps = { db: Db; clock: Clock; jobs: Pick<Jobs, 'enqueue'> }
type Attempt = DueDelivery['delivery']

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
/** How long after each failed attempt the next one is made; the first is made at once. */
export const delaysMs = [5000, 5 * minuteMs, ...[0.5, 2, 5, 10, 14, 20, 24].map((hours) => hours * hourMs)]
/** Spreads the attempts after an outage. */
const jitter = 0.1
const pauseMsMax = hourMs
const offAfterMs = 5 * dayMs

export type Sent = Pick<DueDelivery, 'connection' | 'delivery'> & { result: CrmAnswer }

/** Records deliveries of one event that arrived. */
export async function recordSent(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  key: Pick<DeliveryRow, 'subjectId' | 'eventId'>,
  all: readonly Sent[],
): Promise<void> {
  const rows = all.map(({ delivery: { connectionId, dueAt }, result: { status, tookMs, answer } }) => ({
    connectionId,
    dueAt,
    status,
    tookMs,
    answer,
  }))
  const now = clock.now()
  const recovered = all.filter(({ connection }) => connection.recovers).map(({ connection }) => connection.id)
  // A single row can’t deadlock, so it needs no transaction.
  if (rows.length === 1 && recovered.length === 0) return updateSent(db, key, rows, now)
  await db.transaction(async (tx) => {
    if (recovered.length > 0) await clearFailing(tx, key.subjectId, recovered)
    await updateSent(tx, key, rows, now)
  })
}

/** No call was made, so it doesn’t count as an attempt. Backs off, because many deliveries may wait for a host that is down for days. */
export async function recordPause({ db, clock, jobs }: Deps, delivery: Attempt, pausedSeconds: number, pauses: number): Promise<void> {
  const nextAt = inAbout(clock.now(), Math.min(pauseMsMax, pausedSeconds * 1000 * 2 ** pauses))
  const change = { reason: 'paused', nextAt } as const
  await db.transaction(async (tx) => void (await deferDelivery({ db: tx, jobs }, delivery, change, { pauses: pauses + 1 })))
}

/** Records a failed attempt, and plans the next one in the same transaction. One that was planned again meanwhile changes nothing. */
export async function recordFailure({ db, clock, jobs }: Deps, delivery: Attempt, result: CrmAnswer): Promise<void> {
  const now = clock.now()
  const { status, tookMs, answer, reason, attention, isFinal } = result
  const tried = { attempts: delivery.attempts + 1, triedAt: now, status, tookMs, answer, reason }
  // It is about this one contact: others still arrive.
  if (isFinal) return void (await updateTried(db, delivery, { ...tried, state: 'failed', nextAt: null }))
  await db.transaction(async (tx) => {
    const connection = await lockConnection(tx, { subjectId: delivery.subjectId, id: delivery.connectionId })
    // Removed meanwhile.
    if (!connection) return
    const delayMs = delaysMs[tried.attempts - 1]
    const isLast = delayMs === undefined
    const { mail, ...health } = healthAfterFailure(connection, { isGone: tried.status === 410, isLast, attention }, now)
    // While it is off, nothing is planned.
    const isOff = connection.offReason !== null || health.offReason !== undefined
    const nextAt = new Date(Math.max(inAbout(now, delayMs ?? 0).getTime(), now.getTime() + (result.retryAfterSeconds ?? 0) * 1000))
    const isRecorded = isLast
      ? await updateTried(tx, delivery, { ...tried, state: 'failed', nextAt: null })
      : isOff
        ? await updateTried(tx, delivery, { ...tried, nextAt: null })
        : await deferDelivery({ db: tx, jobs }, delivery, { ...tried, nextAt })
    if (!isRecorded) return
    await updateRow(tx, connection, health)
    if (mail)
      await jobs.enqueue(tx, 'connections.mail', {
        subjectId: delivery.subjectId,
        connectionId: connection.id,
        kind: mail,
        mailId: newId(now.getTime()),
      })
  })
}

type Failure = { isGone: boolean; isLast: boolean; attention: Attention | undefined }
type Health = Partial<Pick<ConnectionRow, 'failingSince' | 'mailedAt' | 'offReason' | 'offAt' | 'attention'>>

function healthAfterFailure(
  { offReason, failingSince, mailedAt, attention: known }: ConnectionRow,
  { isGone, isLast, attention }: Failure,
  now: Date,
): Health & { mail: 'gone' | 'off' | 'failing' | Attention | null } {
  const since = failingSince ?? now
  const ageMs = now.getTime() - since.getTime()
  if (offReason !== null) return { failingSince: since, mail: null }
  if (isGone) return { failingSince: since, offReason: 'gone', offAt: now, mail: 'gone' }
  if (isLast && ageMs >= offAfterMs) return { failingSince: since, offReason: 'failing', offAt: now, mail: 'off' }
  const needed = attention ?? known
  const isMailable = mailedAt === null || now.getTime() - mailedAt.getTime() >= dayMs
  const isKnown = needed === known && mailedAt !== null && mailedAt >= since
  const isMailDue = isMailable && (needed ? !isKnown : ageMs >= dayMs)
  const health = { failingSince: since, attention: needed }
  return isMailDue ? { ...health, mailedAt: now, mail: needed ?? 'failing' } : { ...health, mail: null }
}

async function deferDelivery(
  { db, jobs }: Pick<Deps, 'db' | 'jobs'>,
  delivery: Attempt,
  change: Partial<DeliveryRow> & { nextAt: Date },
  pauses: { pauses?: number } = {},
): Promise<boolean> {
  const { subjectId, eventId, connectionId } = delivery
  if (!(await updateTried(db, delivery, change))) return false
  const data = { subjectId, eventId, connectionId, dueAt: change.nextAt.toISOString(), ...pauses }
  await jobs.enqueue(db, 'connections.deliver', data, { startAfter: change.nextAt })
  return true
}

const inAbout = (now: Date, ms: number) => new Date(Math.round(now.getTime() + ms * (1 - jitter + 2 * jitter * Math.random())))
