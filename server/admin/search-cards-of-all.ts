import type { CardSort, PlanFilter, StateFilter } from '#contract/admin/admin-choices.ts'
import type { CardLine } from '#contract/admin/admin.ts'
import { cardsCountedMax, cardsPageSize } from '#contract/constants.ts'
import { countAccounts } from '#server/accounts/list-owners.ts'
import { isOnPlan, listPlans, type PlanReader } from '#server/billing/orders/read-plan.ts'
import type { PlanView } from '#server/billing/subscriptions/describe-subscription.ts'
import { countCards, searchCards } from '#server/cards/owned/list-cards.ts'
import { countContacts } from '#server/contacts/count-contacts.ts'
import { readProfilePhotos } from '#server/media/read-pictures.ts'
import { countViews } from '#server/visits/count-views.ts'

type Deps = PlanReader & { settings: { productSlug: string } }
type Search = {
  search: string
  plan?: PlanFilter | undefined
  state?: StateFilter | undefined
  withDemo: boolean
  sort?: CardSort | undefined
  page?: number | undefined
}

const viewDays = 30
const countMax = cardsCountedMax + 1

/** A page of cards of all owners. */
export async function searchCardsOfAll(deps: Deps, { plan, sort = 'name', page = 1, ...search }: Search) {
  const also = plan && isOnPlan(plan, deps.clock.now(), deps.settings)
  const place = { sort, offset: (page - 1) * cardsPageSize, limit: cardsPageSize, countMax }
  const [{ cards, found }, total, accounts] = await Promise.all([
    searchCards(deps.db, { ...search, also }, place),
    countCards(deps.db, countMax),
    countAccounts(deps.db, countMax),
  ])
  return { cards: await describeCards(deps, cards), found, total, accounts }
}

type Listed = Pick<
  Awaited<ReturnType<typeof searchCards>>['cards'][number],
  'id' | 'alias' | 'fullName' | 'companyName' | 'eCardEnabled' | 'isCardDisabled' | 'isDemo' | 'createdAt'
>

/** What a list shows of each card, with one query per fact for all of them. */
export async function describeCards(deps: Deps, cards: readonly Listed[]): Promise<CardLine[]> {
  const ids = cards.map(({ id }) => id)
  const [plans, contacts, views, photos] = await Promise.all([
    listPlans(deps, ids),
    countContacts(deps.db, ids),
    countViews(deps, ids, viewDays),
    readProfilePhotos(deps.db, ids),
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
