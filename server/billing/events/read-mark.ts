import { createHash } from 'node:crypto'
import type { Db } from '#server/database/database.ts'
import type { Clock } from '#server/integrations/clock.ts'
import { findNewestOrder } from '../orders/order-store.ts'
import { stateAt } from '../subscriptions/describe-subscription.ts'
import { findSubscription } from '../subscriptions/subscription-store.ts'

/**
 * Another word as soon as a page about the plan would look different: what was written, what ran out by itself, and each day of a
 * trial. Nobody else is asked for it, so that many open pages cost little.
 */
export async function readMark({ db, clock }: { db: Db; clock: Clock }, subjectId: string): Promise<{ mark: string }> {
  const now = clock.now()
  const [row, order] = await Promise.all([findSubscription(db, subjectId), findNewestOrder(db, subjectId)])
  const daysLeft = row?.trialEndsAt ? Math.ceil((row.trialEndsAt.getTime() - now.getTime()) / dayMs) : 0
  const { updatedAt: _written, ...told } = row ?? { updatedAt: null }
  const known = [stateAt(row, now), Math.max(0, daysLeft), told, order?.id, order?.state]
  return { mark: createHash('sha256').update(JSON.stringify(known)).digest('base64url').slice(0, 16) }
}

const dayMs = 86_400_000
