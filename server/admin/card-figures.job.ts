import { listLastUses } from '#server/accounts/list-owners.ts'
import { listPlans, type PlanReader } from '#server/billing/orders/read-plan.ts'
import type { PlanView } from '#server/billing/subscriptions/describe-subscription.ts'
import { correctFigures, planRanks, viewDays } from '#server/database/card-figures.ts'
import type { Db } from '#server/database/database.ts'
import type { Job } from '#server/jobs/job.ts'
import { countViews } from '#server/visits/count-views.ts'

type Deps = PlanReader & {
  settings: { productSlug: string }
  listCardIds: (db: Db, after: string, limit: number) => Promise<string[]>
}

const batchSize = 500

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
      ) {
        const [views, plans, lastUses] = await Promise.all([
          countViews(deps, ids, viewDays),
          listPlans(deps, ids),
          listLastUses(deps.db, ids),
        ])
        const rows = ids.map((subjectId) => ({
          subjectId,
          views: views.get(subjectId) ?? 0,
          planRank: rankOf(plans.get(subjectId)),
          lastActiveAt: lastUses.get(subjectId),
        }))
        await deps.db.transaction((tx) => correctFigures(tx, rows))
      }
    },
  }
}

function rankOf(view: PlanView | undefined): number {
  if (view?.subscription.isTrial) return planRanks.trial
  if (view?.subscription.isDunning || view?.subscription.isUnpaid) return planRanks.pastDue
  return view?.plan === 'PRO' ? planRanks.pro : planRanks.free
}
