import type { CardLine } from '#contract/admin/operator.ts'
import { listPlans } from '#server/billing/orders/read-plan.ts'
import { searchCards } from '#server/cards/owned/list-cards.ts'
import type { Db } from '#server/database/database.ts'
import type { Clock } from '#server/integrations/clock.ts'
import { atOnce, paged } from './page-size-policy.ts'

type Needs = { db: Db; clock: Clock }

/** A page of cards, whosever they are. */
export async function searchCardsOfAll(needs: Needs, { search, after }: { search: string; after: string }) {
  const found = await searchCards(needs.db, { search, after, limit: atOnce + 1 })
  const { shown, next } = paged(found, ({ alias }) => alias)
  const plans = await listPlans(
    needs,
    shown.map(({ id }) => id),
  )
  const cards = shown.map(({ id, alias, fullName, companyName, eCardEnabled, isCardDisabled, isDemo }): CardLine => {
    const known = plans.get(id)
    return {
      alias,
      fullName,
      companyName,
      plan: known?.plan ?? 'FREE',
      isTrial: known?.subscription.isTrial ?? false,
      isOff: isCardDisabled || !eCardEnabled,
      isDisabled: isCardDisabled,
      isDemo,
    }
  })
  return { cards, next }
}
