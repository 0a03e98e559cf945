import { listLastUses } from '#server/accounts/list-owners.ts'
import { listPlans, type PlanReader } from '#server/billing/orders/read-plan.ts'
import type { PlanView } from '#server/billing/subscriptions/describe-subscription.ts'
import { correctFigures, lockFigures, planRanks, viewDays } from '#server/database/card-figures.ts'
import type { Db } from '#server/database/database.ts'
import type { Job } from '#server/jobs/job.ts'
import { countViews } from '#server/visits/count-views.ts'

type Deps = PlanReader & {
  isCluster: boolean
  settings: { productSlug: string }
  listCardIds: (db: Db, after: string, limit: number) => Promise<string[]>
}

/** Their owners' requests and their visits wait for one batch at most. */
const batchSize = 200

/** Every night: views of a day that is over leave the sum, and trials and paid periods end without a write. */
export function correctCardFigures({ listCardIds, ...deps }: Deps): Job<'admin.card-figures'> {
  return {
    name: 'admin.card-figures',
    every: '11 2 * * *',
    async run() {
      for (
        let ids = await listCardIds(deps.db, '', batchSize);
        ids.length > 0;
        ids = await listCardIds(deps.db, ids.at(-1) ?? '', batchSize)
      )
        await correctBatch(deps, ids)
    },
  }
}

/** Reads what it writes after locking it, so that no view or plan written meanwhile is lost. */
async function correctBatch(deps: Omit<Deps, 'listCardIds'>, ids: readonly string[]) {
  await deps.db.transaction(async (tx) => {
    const within = { ...deps, db: tx }
    await lockFigures({ ...deps, tx }, ids)
    const views = await countViews(within, ids, viewDays)
    const plans = await listPlans(within, ids)
    const lastUses = await listLastUses(tx, ids)
    await correctFigures(
      tx,
      ids.map((subjectId) => ({
        subjectId,
        views: views.get(subjectId) ?? 0,
        planRank: rankOf(plans.get(subjectId)),
        lastActiveAt: lastUses.get(subjectId),
      })),
    )
  })
}

function rankOf(view: PlanView | undefined): number {
  if (view?.subscription.isTrial) return planRanks.trial
  if (view?.subscription.isDunning || view?.subscription.isUnpaid) return planRanks.pastDue
  return view?.plan === 'PRO' ? planRanks.pro : planRanks.free
}
