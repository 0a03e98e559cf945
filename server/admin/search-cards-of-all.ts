import type { ActiveFilter, CardSort, PlanFilter, StateFilter } from '#contract/admin/admin-choices.ts'
import type { CardLine } from '#contract/admin/admin.ts'
import { cardsCountedMax, cardsPageSize } from '#contract/constants.ts'
import { countAccounts, listOwnerEmails } from '#server/accounts/list-owners.ts'
import { isOnPlan, listPlans, type PlanReader } from '#server/billing/orders/read-plan.ts'
import type { PlanView } from '#server/billing/subscriptions/describe-subscription.ts'
import { countCards, searchCards } from '#server/cards/owned/list-cards.ts'
import { listFigures } from '#server/database/card-figures.ts'
import { readProfilePhotos } from '#server/media/read-pictures.ts'

export type Deps = PlanReader & { settings: { productSlug: string } }
type Search = {
  search: string
  aliases?: readonly string[] | undefined
  plan?: PlanFilter | undefined
  state?: StateFilter | undefined
  active?: ActiveFilter | undefined
  withDemo: boolean
  sort?: CardSort | undefined
  page?: number | undefined
}

const dayMs = 86_400_000
const countMax = cardsCountedMax + 1

/** A page of cards of all owners. */
export async function searchCardsOfAll(deps: Deps, { sort = 'name', page = 1, ...filters }: Search) {
  const search = conditionsOf(deps, filters)
  const place = { sort, offset: (page - 1) * cardsPageSize, limit: cardsPageSize, countMax }
  const [{ cards, found }, total, accounts] = await Promise.all([
    searchCards(deps.db, search, place),
    countCards(deps.db, countMax),
    countAccounts(deps.db, countMax),
  ])
  return { cards: await describeCards(deps, cards), found, total, accounts }
}

export type Filters = Omit<Search, 'sort' | 'page'>

export function conditionsOf({ clock, settings }: Deps, { plan, active, ...search }: Filters) {
  const now = clock.now()
  const daysAgo = (days: number) => new Date(now.getTime() - days * dayMs)
  return {
    ...search,
    also: plan && isOnPlan(plan, now, settings),
    active: active && (active === 'longer' ? { before: daysAgo(90) } : { since: daysAgo(Number(active)) }),
  }
}

type Listed = Pick<
  Awaited<ReturnType<typeof searchCards>>['cards'][number],
  'id' | 'alias' | 'fullName' | 'companyName' | 'eCardEnabled' | 'isCardDisabled' | 'isDemo' | 'createdAt'
>

/** What a list shows of each card, with a query for each kind of fact, for all of them. */
export async function describeCards(deps: Deps, cards: readonly Listed[]): Promise<CardLine[]> {
  const ids = cards.map(({ id }) => id)
  const [plans, figures, photos, owners] = await Promise.all([
    listPlans(deps, ids),
    listFigures(deps.db, ids),
    readProfilePhotos(deps.db, ids),
    listOwnerEmails(deps.db, ids),
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
    ...(figures.get(id) ?? { contacts: 0, views: 0, lastActiveAt: null }),
    createdAt: createdAt.toISOString(),
    owners: owners.get(id) ?? [],
  }))
}

const planOf = (view: PlanView | undefined) => ({
  plan: view?.plan ?? ('FREE' as const),
  isTrial: view?.subscription.isTrial ?? false,
  trialDays: view?.subscription.trialDays ?? 0,
  isPastDue: view ? view.subscription.isDunning || view.subscription.isUnpaid : false,
})
