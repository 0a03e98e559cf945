import type { CardSort, PlanFilter, StateFilter } from '#contract/admin/admin-choices.ts'
import type { CardLine } from '#contract/admin/admin.ts'
import { uuid } from '#contract/values.ts'
import { isOnPlan, listPlans, type PlanReader } from '#server/billing/orders/read-plan.ts'
import type { PlanView } from '#server/billing/subscriptions/describe-subscription.ts'
import { searchCards } from '#server/cards/owned/list-cards.ts'
import { countContacts } from '#server/contacts/count-contacts.ts'
import { problem } from '#server/http/problems/problem.ts'
import { readProfilePhotos } from '#server/media/read-pictures.ts'
import { countViews } from '#server/visits/count-views.ts'
import { pageSize, cutPage } from './cut-page.ts'

type Deps = PlanReader & { settings: { productSlug: string } }
type Search = {
  search: string
  after: string
  plan?: PlanFilter | undefined
  state?: StateFilter | undefined
  sort?: CardSort | undefined
}

const viewDays = 30

/** A page of cards of all owners. */
export async function searchCardsOfAll(deps: Deps, { plan, sort = 'alias', ...search }: Search) {
  // Sorted by creation, the cursor is an id; anything else isn't a position.
  if (sort.endsWith('created') && search.after !== '' && !uuid.safeParse(search.after).success) throw problem('input-invalid')
  const also = plan && isOnPlan(plan, deps.clock.now(), deps.settings)
  const found = await searchCards(deps.db, { ...search, sort, also, limit: pageSize + 1 })
  const { visible, next } = cutPage(found, ({ id, alias }) => (sort.endsWith('created') ? id : alias))
  return { cards: await describeCards(deps, visible), next }
}

type Listed = Pick<
  Awaited<ReturnType<typeof searchCards>>[number],
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
