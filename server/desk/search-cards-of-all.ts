import type { CardLine } from '#contract/operator.ts'
import { readPlan } from '#server/billing/read-plan.ts'
import { searchCards } from '#server/cards/search-cards.ts'
import type { Db } from '#server/db/database.ts'
import type { Clock } from '#server/outside/clock.ts'
import { atOnce, paged } from './page-size-policy.ts'

type Needs = { db: Db; clock: Clock }

/** A page of cards, whosever they are. */
export async function searchCardsOfAll(needs: Needs, { search, after }: { search: string; after: string }) {
  const found = await searchCards(needs.db, { search, after, limit: atOnce + 1 })
  const { shown, next } = paged(found, ({ alias }) => alias)
  const cards: CardLine[] = []
  for (const { id, alias, fullName, companyName, eCardEnabled, isCardDisabled, isDemo } of shown) {
    const { plan } = await readPlan(needs, id)
    cards.push({ alias, fullName, companyName, plan, isOff: isCardDisabled || !eCardEnabled, isDisabled: isCardDisabled, isDemo })
  }
  return { cards, next }
}
