import { z } from 'zod'
import type { Changes } from '#server/database/changes/changes.ts'
import type { Db } from '#server/database/database.ts'
import { lockInstallation, readInstallation, removeInstallation, writeInstallation } from '#server/database/installation.ts'
import type { Clock } from '#server/integrations/clock.ts'
import type { Log } from '#server/integrations/log.ts'
import type { Job } from '#server/jobs/job.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import type { Settings } from '#server/settings.ts'
import { upsertSubscriptions } from '../provider/provider-store.ts'
import { stateAt, type PlanSettings } from '../subscriptions/describe-subscription.ts'
import { lockBilling } from '../subscriptions/lock-billing.ts'
import { listSubscriptions } from '../subscriptions/subscription-store.ts'
import type { Subscription } from '../tables.ts'
import { localSubscription } from './set-plan.ts'

type Deps = { db: Db; changes: Changes; clock: Clock; log: Log }
type Choice = Pick<Settings, 'plans' | 'trialDays'>
type TrialDeps = Pick<Deps, 'changes' | 'clock' | 'log'> & { listCardIds: (tx: Db, after: string, limit: number) => Promise<string[]> }

const dayMs = 86_400_000
const batchSize = 500

/** Stored while plans are off, then while the trials are written: up to which card, and when they end. */
const State = z.union([z.literal('off'), z.object({ trialEndsAt: z.coerce.date(), after: z.string() })])

/** Before a start uses the setting: remembers that plans are off, and once they are on again gives every card a trial from that day. */
export async function resumePlans(deps: Deps & TrialDeps & { settings: Choice }): Promise<void> {
  if (!(await recordPlans(deps, deps.settings))) return
  await deps.changes.write((tx) => beginTrials(tx, deps, deps.settings))
  await writeTrials(deps)
}

/**
 * Before settings that were read are used: the same, with trials that a job writes. They are pending until it announces a change of
 * everything, after which each server reads its settings.
 */
export async function switchPlans(
  deps: Deps & { settings: PlanSettings; jobs: Pick<Jobs, 'ready' | 'enqueue'>; onTrials: () => void },
  next: Choice,
): Promise<void> {
  const { changes, jobs, settings } = deps
  if (next.plans === settings.plans) {
    if (settings.areTrialsPending && (await readInstallation(deps.db, 'plans')) === null) {
      settings.areTrialsPending = false
      deps.onTrials()
    }
    return
  }
  // First: the job may end before this server reads that it began.
  if (next.plans) settings.areTrialsPending = true
  const isBegun = await begin()
  if (next.plans && !isBegun) settings.areTrialsPending = false

  async function begin(): Promise<boolean> {
    if (!(await recordPlans(deps, next))) return false
    await jobs.ready()
    return changes.write(async (tx) => {
      const isPending = await beginTrials(tx, deps, next)
      if (isPending) await jobs.enqueue(tx, 'billing.resume-plans', {}, { key: 'plans' })
      return isPending
    })
  }
}

/** Enqueued by a change, and scheduled every night in case all its attempts failed. */
export function resumePlansJob(deps: TrialDeps): Job<'billing.resume-plans'> {
  return { name: 'billing.resume-plans', every: '41 1 * * *', run: () => writeTrials(deps) }
}

/** Records that plans are off. True if they are on again, with trials to write. */
async function recordPlans({ db, clock, log }: Deps, { plans, trialDays }: Choice): Promise<boolean> {
  const stored = await readInstallation(db, 'plans')
  if (!plans) {
    if (stored !== 'off') await writeInstallation(db, 'plans', 'off', clock.now())
    return false
  }
  if (stored === null) return false
  log.info('plans-resuming', { trialDays })
  return true
}

/** False if another server has written them meanwhile. */
async function beginTrials(tx: Db, { clock }: Deps, { trialDays }: Choice): Promise<boolean> {
  const stored = await lockInstallation(tx, 'plans')
  if (stored === null) return false
  const now = clock.now()
  const trialEndsAt = new Date(now.getTime() + trialDays * dayMs)
  if (State.parse(stored) === 'off') await writeInstallation(tx, 'plans', { trialEndsAt, after: '' }, now)
  return true
}

/**
 * Each batch locks the stored state, so several servers share the work, and what was interrupted continues with the same end of the
 * trial.
 */
async function writeTrials(deps: TrialDeps): Promise<void> {
  let cards = 0
  for (let count = await writeBatch(deps); count !== null; count = await writeBatch(deps)) cards += count
  if (cards > 0) deps.log.info('plans-resumed', { cards })
}

/** The number of cards in this batch; null after the last, and if plans are off again. */
function writeBatch({ changes, clock, listCardIds }: TrialDeps): Promise<number | null> {
  return changes.write(async (tx, notify) => {
    const state = State.parse((await lockInstallation(tx, 'plans')) ?? 'off')
    if (state === 'off') return null
    const { trialEndsAt, after } = state
    const now = clock.now()
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
