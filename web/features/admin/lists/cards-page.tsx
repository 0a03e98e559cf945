import { planFilters, stateFilters } from '#contract/admin/admin-choices.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { useSite } from '../../../platform/use-site.ts'
import { ButtonLink } from '../../../ui/button/button.tsx'
import { TextLink } from '../../../ui/button/text-link.tsx'
import { FilterSelect } from '../../../ui/field/select-field.tsx'
import { CheckBox } from '../../../ui/field/check-box.tsx'
import { Avatar } from '../../../ui/list/avatar.tsx'
import { PageLinks } from '../../../ui/list/page-links.tsx'
import { Named, Table, type Column } from '../../../ui/list/table.tsx'
import { Menu } from '../../../ui/overlay/menu.tsx'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { AdminMain, ListSearch } from '../admin-main.tsx'
import { anyCardHref, listHref, placeHref } from '../admin-places.ts'
import type { AdminView, CardLineView, Outcome } from '../admin-view.ts'
import { PlanBadge, StateOfCard } from '../cards/card-marks.tsx'

type Props = Extract<AdminView, { page: 'cards' }> & Outcome

/** The cards of all owners. */
export function CardsPage({ filters, cards, at, pages, total, range, ...outcome }: Props) {
  const t = useTranslate()
  const { hasPlans } = useSite()
  const here = placeHref('/cards')
  const { q, plan, state, demo } = filters
  const sort = filters.sort || 'name'
  const isFiltered = Boolean(q || plan || state)
  const sorting = (by: 'name' | 'created') => ({
    sortHref: listHref(here, { ...filters, sort: sort === by ? `-${by}` : by }),
    sorted: sort === by ? ('ascending' as const) : sort === `-${by}` ? ('descending' as const) : undefined,
  })
  const columns: Column[] = [
    { key: 'card', label: t('admin.card'), ...sorting('name') },
    { key: 'company', label: t('admin.company'), phone: 'hidden' },
    ...(hasPlans ? [{ key: 'plan', label: t('admin.plan'), phone: 'end', isShort: true } as const] : []),
    { key: 'state', label: t('admin.status'), phone: 'end', isShort: true },
    { key: 'contacts', label: t('admin.contacts'), isNumber: true, phone: 'hidden' },
    { key: 'views', label: t('admin.views30'), isNumber: true, phone: 'hidden' },
    { key: 'created', label: t('admin.created'), phone: 'hidden', isShort: true, ...sorting('created') },
    { key: 'actions', label: t('admin.actions'), isLabelHidden: true, isNumber: true, phone: 'hidden' },
  ]
  return (
    <AdminMain
      {...outcome}
      title={t('admin.cards')}
      lead={total}
      actions={<ButtonLink href={placeHref('/imports')}>{t('admin.imports')}</ButtonLink>}
    >
      <ListSearch action={here} label={t('admin.search')} q={q} clearHref={listHref(here, { ...filters, q: '' })}>
        {hasPlans && (
          <FilterSelect key={`plan ${plan}`} label={t('admin.plan')} name="plan" defaultValue={plan}>
            <option value="">{t('admin.any')}</option>
            {planFilters.map((one) => (
              <option key={one} value={one}>
                {t(`admin.planFilter.${one}`)}
              </option>
            ))}
          </FilterSelect>
        )}
        <FilterSelect key={`state ${state}`} label={t('admin.status')} name="state" defaultValue={state}>
          <option value="">{t('admin.any')}</option>
          {stateFilters.map((one) => (
            <option key={one} value={one}>
              {t(`admin.stateFilter.${one}`)}
            </option>
          ))}
        </FilterSelect>
        <CheckBox key={`demo ${demo}`} label={t('admin.showDemo')} name="demo" defaultChecked={demo === 'on'} />
        {filters.sort && <input type="hidden" name="sort" value={filters.sort} />}
      </ListSearch>
      {cards.length === 0 ? (
        <EmptyState
          title={q ? t('admin.noCard', { q }) : t(isFiltered ? 'admin.noCardSuch' : 'admin.noCards')}
          action={
            isFiltered ? (
              <ButtonLink href={listHref(here, { demo })}>{t('admin.clearFilters')}</ButtonLink>
            ) : (
              !demo && <ButtonLink href={listHref(here, { demo: 'on' })}>{t('admin.showDemo')}</ButtonLink>
            )
          }
        />
      ) : (
        <Table
          caption={t('admin.cards')}
          columns={columns}
          rows={cards.map((card) => ({
            key: card.alias,
            href: anyCardHref(card.alias),
            cells: cellsOf(card, hasPlans, t('admin.actionsFor', { alias: card.alias })),
          }))}
        />
      )}
      {cards.length > 0 && (
        <PageLinks
          label={t('admin.pages')}
          at={at}
          pages={pages}
          hrefOf={(page) => listHref(here, { ...filters, page: page > 1 ? String(page) : '' })}
          words={{ previous: t('admin.previous'), next: t('admin.more'), page: (page) => t('admin.page', { page }) }}
          summary={
            <>
              {range} {isFiltered && <TextLink href={listHref(here, { demo })}>{t('admin.clearFilters')}</TextLink>}
            </>
          }
        />
      )}
    </AdminMain>
  )
}

const cellsOf = (card: CardLineView, hasPlans: boolean, actionsLabel: string) => ({
  card: (
    <Named
      lead={<Avatar name={card.fullName || card.alias} picture={card.picture} size={36} />}
      name={card.fullName || card.alias}
      note={<bdi dir="ltr">/{card.alias}</bdi>}
    />
  ),
  company: <span dir="auto">{card.companyName}</span>,
  plan: <PlanBadge card={card} />,
  state: (
    <>
      <StateOfCard card={card} /> {!hasPlans && <PlanBadge card={card} />}
    </>
  ),
  contacts: card.contactsText,
  views: card.viewsText,
  created: card.createdAt,
  actions: <RowMenu alias={card.alias} label={actionsLabel} />,
})

function RowMenu({ alias, label }: { alias: string; label: string }) {
  const t = useTranslate()
  const { hasPlans } = useSite()
  return (
    <Menu
      label={label}
      look={{ icon: 'ellipsis' }}
      groups={[
        [
          { label: t('admin.open'), icon: 'arrow-up-right', href: `/${alias}` },
          ...(hasPlans ? [{ label: t('admin.tab.plan'), icon: 'credit-card', href: anyCardHref(alias, 'plan') } as const] : []),
          { label: t('admin.tab.activity'), icon: 'scroll-text', href: anyCardHref(alias, 'activity') },
        ],
        [{ label: `${t('admin.takeDown')}…`, icon: 'eye-off', isDanger: true, href: `${anyCardHref(alias)}?dialog=down` }],
      ]}
    />
  )
}
