import { useEffect, useRef, useState } from 'react'
import { Form } from 'react-router'
import type { CardSortColumn } from '#contract/admin/admin-choices.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { useSite } from '../../../platform/use-site.ts'
import { Button, ButtonLink } from '../../../ui/button/button.tsx'
import { TextLink } from '../../../ui/button/text-link.tsx'
import { CheckBox } from '../../../ui/field/check-box.tsx'
import { Avatar } from '../../../ui/list/avatar.tsx'
import { PageLinks } from '../../../ui/list/page-links.tsx'
import { Named, Table, type Column } from '../../../ui/list/table.tsx'
import { Menu } from '../../../ui/overlay/menu.tsx'
import { Banner } from '../../../ui/page/banner.tsx'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { useAddressDialog } from '../address-dialog.tsx'
import { AdminMain } from '../admin-main.tsx'
import { anyCardHref, listHref, placeHref } from '../admin-places.ts'
import type { CardFilters, CardLineView, Done } from '../admin-view.ts'
import { Moment } from '../moment.tsx'
import { PlanBadge, StateOfCard } from '../cards/card-marks.tsx'
import { CardsDialogs, useSelected } from './cards-dialogs.tsx'
import { useOutcome } from '../use-outcome.ts'
import { CardsFilters } from './cards-filters.tsx'

export type CardsView = {
  filters: CardFilters
  /** Logged in again for an export. */
  isBackToExport: boolean
  cards: CardLineView[]
  /** While plans are being set or owners emailed: the selected cards that the list no longer shows. */
  selectedElsewhere: CardLineView[]
  /** The page's number, and how many there are. */
  at: number
  pages: number
  /** “1,284 cards of 1,190 accounts”, and “1–50 of 946”. */
  total: string
  range: string
}

/** The cards of all owners. */
export function CardsPage({ filters, isBackToExport, cards, selectedElsewhere, at, pages, total, range }: CardsView) {
  const t = useTranslate()
  const { done, error } = useOutcome()
  const { hasPlans } = useSite()
  const here = placeHref('/cards')
  const { q, plan, state, active, demo } = filters
  const sort = filters.sort || 'name'
  const place = { ...filters, page: at > 1 ? String(at) : '' }
  const selected = useSelected()
  const changes = useChanges(done)
  const isSelecting = ['plan', 'mail', 'down'].includes(useAddressDialog().open)
  const isFiltered = Boolean(q || plan || state || active)
  const sorting = (by: CardSortColumn, [first, second]: readonly [string, string] = [by, `-${by}`]) => ({
    sortHref: listHref(here, { ...filters, sort: sort === first ? second : first }),
    sorted: sort === by ? ('ascending' as const) : sort === `-${by}` ? ('descending' as const) : undefined,
  })
  const largestFirst = (by: CardSortColumn) => sorting(by, [`-${by}`, by])
  const columns: Column[] = [
    { key: 'card', label: t('admin.card'), ...sorting('name') },
    { key: 'company', label: t('admin.company'), phone: 'hidden', isNote: true },
    ...(hasPlans ? [{ key: 'plan', label: t('admin.plan'), phone: 'end', isShort: true, ...sorting('plan') } as const] : []),
    { key: 'state', label: t('admin.status'), phone: 'end', isShort: true },
    { key: 'contacts', label: t('admin.contacts'), isNumber: true, phone: 'end', ...largestFirst('contacts') },
    { key: 'views', label: t('admin.views30'), isNumber: true, phone: 'hidden', ...largestFirst('views') },
    { key: 'active', label: t('admin.lastActive'), phone: 'hidden', isShort: true, isNote: true, ...largestFirst('active') },
    { key: 'actions', label: t('admin.actions'), isLabelHidden: true, isNumber: true, phone: 'hidden' },
  ]
  return (
    <AdminMain
      title={t('admin.cards')}
      lead={total}
      actions={
        <>
          <ButtonLink icon="download" href={listHref(here, { ...filters, sort: '', export: 'csv' })} isDocument>
            {t('admin.exportCsv')}
          </ButtonLink>
          <ButtonLink icon="plus" kind="primary" href={listHref(here, { ...place, dialog: 'new' })}>
            {t('admin.newCard')}
          </ButtonLink>
        </>
      }
    >
      {isBackToExport && <Banner kind="info" title={t('admin.exportAgain')} isLive />}
      {isSelecting && selected.length === 0 && <Banner kind="warn" title={t('admin.many.none')} isLive />}
      <CardsDialogs cards={[...cards, ...selectedElsewhere]} error={error} />
      <CardsFilters filters={filters} found={cards.length} />
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
        <Form key={`${listHref(here, place)} ${changes}`} className="ui-stack tight" action={here} preventScrollReset>
          {Object.entries(place).map(([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />)}
          <Table
            caption={t('admin.cards')}
            columns={columns}
            rows={cards.map((card) => ({
              key: card.alias,
              href: anyCardHref(card.alias),
              check: (
                <CheckBox
                  label={t('admin.select', { name: card.fullName || card.alias })}
                  isLabelHidden
                  name="card"
                  value={card.alias}
                  defaultChecked={selected.includes(card.alias)}
                />
              ),
              cells: cellsOf(card, hasPlans, t('admin.actionsFor', { alias: card.alias })),
            }))}
          />
          <ActOnSelected hasPlans={hasPlans} />
        </Form>
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

/** Counts the forms that changed cards on this page: after each, the address names the selected cards. */
function useChanges(done: Done | null): number {
  const [last, setLast] = useState({ done, changes: 0 })
  if (done && done !== last.done) setLast({ done, changes: last.changes + 1 })
  return last.changes
}

const cellsOf = (card: CardLineView, hasPlans: boolean, actionsLabel: string) => ({
  card: (
    <Named
      lead={<Avatar name={card.fullName || card.alias} picture={card.picture} size={36} />}
      name={card.fullName || card.alias}
      note={<bdi dir="ltr">/{card.alias}</bdi>}
    />
  ),
  company: (
    <span className="ui-clamped" dir="auto">
      {card.companyName}
    </span>
  ),
  plan: <PlanBadge card={card} />,
  state: (
    <>
      <span className={card.isOff ? undefined : 'ui-wide-only'}>
        <StateOfCard card={card} />
      </span>{' '}
      {!hasPlans && <PlanBadge card={card} />}
    </>
  ),
  contacts: <ContactsOfCard card={card} />,
  views: card.viewsText,
  active: <LastActive card={card} />,
  actions: <RowMenu alias={card.alias} label={actionsLabel} />,
})

/** On phones in words, at the end of the row of a live card. */
function ContactsOfCard({ card }: { card: CardLineView }) {
  const t = useTranslate()
  return (
    <>
      <span className="ui-wide-only">{card.contactsText}</span>
      {!card.isOff && (
        <span className="ui-phone-only">{t('admin.contactsOfCard', { count: card.contacts, counted: card.contactsText })}</span>
      )}
    </>
  )
}

function LastActive({ card }: { card: CardLineView }) {
  const t = useTranslate()
  return card.lastActive ? <Moment {...card.lastActive} /> : t('admin.lastActiveUnknown')
}

/** Leads to a dialog that says how many cards were selected. The kit shows it once a row is selected. */
function ActOnSelected({ hasPlans }: { hasPlans: boolean }) {
  const t = useTranslate()
  const bar = useRef<HTMLDivElement>(null)
  const [count, setCount] = useState(0)
  const boxes = () => [...(bar.current?.closest('form')?.querySelectorAll<HTMLInputElement>('input[name=card]') ?? [])]
  const select = (isSelected: boolean) => {
    for (const box of boxes()) box.checked = isSelected
    setCount(isSelected ? boxes().length : 0)
    // The bar with the button is gone.
    if (!isSelected) boxes()[0]?.focus()
  }
  // Boxes are checked without a script, too, and before it arrives.
  useEffect(() => {
    const form = bar.current?.closest('form')
    const update = () => setCount(form?.querySelectorAll('input[name=card]:checked').length ?? 0)
    update()
    form?.addEventListener('change', update)
    return () => form?.removeEventListener('change', update)
  }, [])
  return (
    <div ref={bar} className="ui-save-bar ui-with-selected" role="group" aria-label={t('admin.many.selected')}>
      {count > 0 && (
        <>
          <p role="status">{t('admin.many.count', { count })}</p>
          <Button kind="ghost" size="small" onClick={() => select(false)}>
            {t('admin.many.clear')}
          </Button>
          <Button kind="ghost" size="small" onClick={() => select(true)}>
            {t('admin.selectAll')}
          </Button>
        </>
      )}
      <div>
        {hasPlans && (
          <Button size="small" type="submit" name="dialog" value="plan">
            {t('admin.many.plan')}
          </Button>
        )}
        <Button size="small" type="submit" name="dialog" value="mail">
          {t('admin.many.mail')}
        </Button>
        <Button kind="danger-line" size="small" type="submit" name="dialog" value="down">
          {t('admin.many.takeDown')}
        </Button>
      </div>
    </div>
  )
}

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
