import type { CardSort, PlanFilter, StateFilter } from '#contract/admin/operator-choices.ts'
import type { CardLine } from '#contract/admin/operator.ts'
import { uuid } from '#contract/values.ts'
import { isOnPlan, listPlans } from '#server/billing/orders/read-plan.ts'
import type { PlanView } from '#server/billing/subscriptions/describe-subscription.ts'
import { searchCards } from '#server/cards/owned/list-cards.ts'
import { countContacts } from '#server/contacts/count-contacts.ts'
import type { Db } from '#server/database/database.ts'
import { problem } from '#server/http/problems/problem.ts'
import { readProfilePhotos } from '#server/media/read-pictures.ts'
import type { Clock } from '#server/integrations/clock.ts'
import { countViews } from '#server/visits/count-views.ts'
import { atOnce, paged } from './page-size-policy.ts'

type Needs = { db: Db; clock: Clock; settings: { productSlug: string } }
type Search = {
  search: string
  after: string
  plan?: PlanFilter | undefined
  state?: StateFilter | undefined
  sort?: CardSort | undefined
}

const viewDays = 30

/** A page of cards, whosever they are. */
export async function searchCardsOfAll(needs: Needs, { plan, sort = 'alias', ...search }: Search) {
  // By creation, a page ends with an id; anything else is no place in that order.
  if (sort.endsWith('created') && search.after !== '' && !uuid.safeParse(search.after).success) throw problem('input-invalid')
  const also = plan && isOnPlan(plan, needs.clock.now())
  const found = await searchCards(needs.db, { ...search, sort, also, limit: atOnce + 1 })
  const { shown, next } = paged(found, ({ id, alias }) => (sort.endsWith('created') ? id : alias))
  return { cards: await describeCards(needs, shown), next }
}

type Listed = Pick<
  Awaited<ReturnType<typeof searchCards>>[number],
  'id' | 'alias' | 'fullName' | 'companyName' | 'eCardEnabled' | 'isCardDisabled' | 'isDemo' | 'createdAt'
>

/** What a list says of each of these cards: one query for all of them, for each thing it says. */
export async function describeCards(needs: Needs, cards: readonly Listed[]): Promise<CardLine[]> {
  const ids = cards.map(({ id }) => id)
  const [plans, contacts, views, photos] = await Promise.all([
    listPlans(needs, ids),
    countContacts(needs.db, ids),
    countViews(needs, ids, viewDays),
    readProfilePhotos(needs.db, ids),
  ])
  return cards.map(({ id, alias, fullName, companyName, eCardEnabled, isCardDisabled, isDemo, createdAt }) => ({
    alias,
    fullName,
    companyName,
    ...planOf(plans.get(id)),
    isOff: isCardDisabled || !eCardEnabled,
    isDisabled: isCardDisabled,
    isDemo,
    picture: photos.get(id) ?? null,
    contacts: contacts.get(id) ?? 0,
    views: views.get(id) ?? 0,
    createdAt: createdAt.toISOString(),
  }))
}

const planOf = (view: PlanView | undefined) => ({
  plan: view?.plan ?? ('FREE' as const),
  isTrial: view?.subscription.isTrial ?? false,
  trialDays: view?.subscription.trialDays ?? 0,
  isPastDue: view ? view.subscription.isDunning || view.subscription.isUnpaid : false,
})
