import { redirect } from 'react-router'
import { activeFilters, cardSorts, planFilters, stateFilters } from '#contract/admin/admin-choices.ts'
import type { CardLine } from '#contract/admin/admin.ts'
import { Alias } from '#contract/cards/cards.ts'
import { cardsCountedMax, cardsPageSize } from '#contract/constants.ts'
import { spellPath } from '#contract/product.ts'
import { pathTo } from '#common/path-to.ts'
import { loginHref } from '../../../loaders/open-account.ts'
import { listHref, placeHref, selectedIn } from '../../../features/admin/admin-places.ts'
import type { CardFilters } from '../../../features/admin/admin-view.ts'
import type { CardsView } from '../../../features/admin/lists/cards-page.tsx'
import type { PageRequest } from '../admin-loader.ts'
import { cardLineView } from '../card-line-view.ts'
import { oneOf } from '../one-of.ts'

export async function loadCards(request: PageRequest): Promise<CardsView> {
  const { call, q, query, t, number } = request
  const chosen = {
    plan: oneOf(planFilters, query.get('plan')),
    state: oneOf(stateFilters, query.get('state')),
    active: oneOf(activeFilters, query.get('active')),
    demo: oneOf(['on'], query.get('demo')),
    sort: oneOf(cardSorts, query.get('sort')),
  }
  const { plan = '', state = '', active = '', demo = '', sort = 'name' } = chosen
  const filters: CardFilters = { q, plan, state, active, demo, sort: sort === 'name' ? '' : sort }
  if (query.get('export') === 'csv') throw redirect(await exportHref(request, filters))
  const page = Math.min(Math.max(Math.trunc(Number(query.get('page'))) || 1, 1), cardsCountedMax / cardsPageSize)
  const { cards, found, total, accounts } = await call('admin.cards', { query: { q, page, ...chosen } })
  // The list became shorter since the address was made.
  if (page > 1 && cards.length === 0) throw redirect(listHref(placeHref('/cards'), filters))
  const counted = (count: number) => (count > cardsCountedMax ? `${number(cardsCountedMax)}+` : number(count))
  const before = (page - 1) * cardsPageSize
  return {
    filters,
    isBackToExport: query.get('export') === 'again',
    cards: cards.map((card) => cardLineView(card, request)),
    selectedElsewhere: (await selectedExcept(cards, request)).map((card) => cardLineView(card, request)),
    at: page,
    pages: Math.ceil(Math.min(found, cardsCountedMax) / cardsPageSize),
    total: t('admin.cardsTotal', {
      cards: t('admin.cardsCount', { count: total, counted: counted(total) }),
      accounts: t('admin.accountsCount', { count: accounts, counted: counted(accounts) }),
    }),
    range: t('admin.range', { first: number(before + 1), last: number(before + cards.length), found: counted(found) }),
  }
}

/** The selected cards that this list lacks, for the dialogs that count plans and email owners: its filters, its order or its page may have changed. */
async function selectedExcept(cards: readonly CardLine[], { call, query }: PageRequest): Promise<CardLine[]> {
  if (!['plan', 'mail'].includes(query.get('dialog') ?? '')) return []
  const listed = new Set(cards.map(({ alias }) => alias))
  const hidden = selectedIn(query).filter((alias) => Alias.safeParse(alias).success && !listed.has(alias))
  return hidden.length > 0 ? (await call('admin.cards', { query: { aliases: hidden.join(' '), demo: 'on' } })).cards : []
}

/** The file; or through the login, which a download of all cards requires, back to the list. */
async function exportHref({ call, site }: PageRequest, { sort, ...filters }: CardFilters): Promise<string> {
  if ((await call('privacy.read')).isLoginRecent) return listHref(spellPath(pathTo('admin.exportCards'), site.productSlug), filters)
  return loginHref(listHref(placeHref('/cards'), { ...filters, sort, export: 'again' }), 'export')
}
