import { z } from 'zod'
import type { Changes } from '#server/database/changes/changes.ts'
import type { Db } from '#server/database/database.ts'
import { lockInstallation, readInstallation, removeInstallation, writeInstallation } from '#server/database/installation.ts'
import type { Clock } from '#server/integrations/clock.ts'
import type { Log } from '#server/integrations/log.ts'
import type { Settings } from '#server/settings.ts'
import { upsertSubscriptions } from '../provider/provider-store.ts'
import { stateAt } from '../subscriptions/describe-subscription.ts'
import { lockBilling } from '../subscriptions/lock-billing.ts'
import { listSubscriptions } from '../subscriptions/subscription-store.ts'
import type { Subscription } from '../tables.ts'
import { localSubscription } from './set-plan.ts'

type Deps = {
  db: Db
  changes: Changes
  clock: Clock
  log: Log
  settings: Pick<Settings, 'plans' | 'trialDays'>
  listCardIds: (tx: Db, after: string, limit: number) => Promise<string[]>
}

const dayMs = 86_400_000
const batchSize = 500

/** Stored while plans are off, then while the trials are written: up to which card, and when they end. */
const State = z.union([z.literal('off'), z.object({ trialEndsAt: z.coerce.date(), after: z.string() })])

/**
 * Before a start or a change uses the setting: remembers that plans are off, and once they are on again gives every card a trial from
 * that day. Each batch locks the stored state, so several instances share the work, and what was interrupted continues with the same end of
 * the trial.
 */
export async function resumePlans(deps: Deps): Promise<void> {
  const { db, clock, settings, log } = deps
  const stored = await readInstallation(db, 'plans')
  if (!settings.plans) {
    if (stored !== 'off') await writeInstallation(db, 'plans', 'off', clock.now())
    return
  }
  if (stored === null) return
  log.info('plans-resuming', { trialDays: settings.trialDays })
  let cards = 0
  for (let count = await writeBatch(deps); count !== null; count = await writeBatch(deps)) cards += count
  log.info('plans-resumed', { cards })
}

/** The number of cards in this batch; null after the last. */
function writeBatch({ changes, clock, settings, listCardIds }: Deps): Promise<number | null> {
  return changes.write(async (tx, notify) => {
    const stored = await lockInstallation(tx, 'plans')
    if (stored === null) return null
    const now = clock.now()
    const state = State.parse(stored)
    const { trialEndsAt, after } =
      state === 'off' ? { trialEndsAt: new Date(now.getTime() + settings.trialDays * dayMs), after: '' } : state
    const ids = trialEndsAt > now ? await listCardIds(tx, after, batchSize) : []
    const last = ids.at(-1)
    if (last === undefined) {
      await removeInstallation(tx, 'plans')
      notify('everything')
      return null
    }
    await lockBilling(tx, ...ids)
    const rows = new Map((await listSubscriptions(tx, ids)).map((row) => [row.subjectId, row]))
    await upsertSubscriptions(
      tx,
      ids.flatMap((id) => withTrial(id, rows.get(id) ?? null, trialEndsAt, now) ?? []),
    )
    await writeInstallation(tx, 'plans', { trialEndsAt, after: last }, now)
    return ids.length
  })
}

/** A subscription that lasts at least as long stays, and so does one that a payment provider runs. */
function withTrial(id: string, row: Subscription | null, trialEndsAt: Date, now: Date): Subscription | null {
  const state = stateAt(row, now)
  if (row && row.provider !== 'embedded' && ['trial', 'paid', 'dunning', 'unpaid'].includes(state)) return null
  if (row && state === 'paid')
    return row.paidUntil && row.paidUntil < trialEndsAt ? { ...row, paidUntil: trialEndsAt, updatedAt: now } : null
  if (row && state === 'trial' && (!row.trialEndsAt || row.trialEndsAt >= trialEndsAt)) return null
  return { ...localSubscription(id, now), planCode: 'PRO', state: 'trial', trialEndsAt }
}
