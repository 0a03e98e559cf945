import { useId } from 'react'
import { activeFilters, cardSorts, planFilters, stateFilters, type CardSort } from '#contract/admin/admin-choices.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { useSite } from '../../../platform/use-site.ts'
import { Button } from '../../../ui/button/button.tsx'
import { CheckBox } from '../../../ui/field/check-box.tsx'
import { FilterSelect, SelectField } from '../../../ui/field/select-field.tsx'
import { Icon } from '../../../ui/icons/icon.tsx'
import { useSyncedState } from '../../../ui/use-synced-state.ts'
import { Sheet } from '../../../ui/overlay/sheet.tsx'
import { PageLink } from '../../../ui/page-link.tsx'
import { ListSearch } from '../admin-main.tsx'
import { listHref, placeHref } from '../admin-places.ts'
import type { CardFilters } from '../admin-view.ts'

type Choice = { value: string; label: string }
type Filter = { name: 'plan' | 'state' | 'active'; label: string; choices: readonly Choice[] }

const here = placeHref('/cards')
/** Left out of the address. */
const defaultSort: CardSort = 'name'

/**
 * The search with its filters beside it, and the order where the table lacks columns. On phones filters and order are in a sheet, and a
 * chip removes each filter that is set.
 */
export function CardsFilters({ filters, found }: { filters: CardFilters; found: number }) {
  const t = useTranslate()
  const id = useId()
  const all = useFilters()
  const set = all.filter(({ name }) => filters[name])
  const { q, sort } = filters
  return (
    <>
      <ListSearch action={here} label={t('admin.search')} q={q} clearHref={listHref(here, { ...filters, q: '' })} found={found}>
        <button className="ui-icon-button line ui-filters-open" type="button" popoverTarget={id}>
          <Icon name="sliders-horizontal" />
          <span className="sr-only">{t('admin.filters')}</span>
          {set.length > 0 && <span className="ui-count door">{set.length}</span>}
        </button>
        <span className="ui-filters">
          {all.map(({ name, label, choices }) => (
            <FilterSelect key={name} label={label} name={name} defaultValue={filters[name]}>
              <Options choices={choices} />
            </FilterSelect>
          ))}
          <span className="ui-filters-order">
            <FilterSelect label={t('admin.sortBy')} name="sort" defaultValue={sort}>
              <Sorts />
            </FilterSelect>
          </span>
          <Demo filters={filters} />
        </span>
      </ListSearch>
      <Sheet id={id} title={t('admin.filters')} closeLabel={t('admin.cancel')}>
        <form className="ui-stack tight" action={here}>
          {q && <input type="hidden" name="q" value={q} />}
          <SelectField key={sort} label={t('admin.sortBy')} name="sort" defaultValue={sort}>
            <Sorts />
          </SelectField>
          {all.map(({ name, label, choices }) => (
            <SelectField key={`${name} ${filters[name]}`} label={label} name={name} defaultValue={filters[name]}>
              <Options choices={choices} />
            </SelectField>
          ))}
          <Demo filters={filters} />
          <Button kind="primary" type="submit">
            {t('admin.showCards')}
          </Button>
        </form>
      </Sheet>
      {set.length > 0 && (
        <div className="ui-cluster ui-filters-set">
          {set.map(({ name, label, choices }) => {
            const filter = t('admin.filterSet', { filter: label, value: choices.find(({ value }) => value === filters[name])?.label ?? '' })
            return (
              <PageLink
                key={name}
                className="ui-chip"
                href={listHref(here, { ...filters, [name]: '' })}
                aria-label={t('admin.filterRemove', { filter })}
              >
                <bdi>{filter}</bdi>
                <Icon name="x" />
              </PageLink>
            )
          })}
        </div>
      )}
    </>
  )
}

function useFilters(): Filter[] {
  const t = useTranslate()
  const { hasPlans } = useSite()
  const plans: Filter = {
    name: 'plan',
    label: t('admin.plan'),
    choices: planFilters.map((value) => ({ value, label: t(`admin.planFilter.${value}`) })),
  }
  return [
    ...(hasPlans ? [plans] : []),
    { name: 'state', label: t('admin.status'), choices: stateFilters.map((value) => ({ value, label: t(`admin.stateFilter.${value}`) })) },
    {
      name: 'active',
      label: t('admin.activeFilter'),
      choices: activeFilters.map((value) => ({
        value,
        label: value === 'longer' ? t('admin.activeFilter.longer') : t('admin.lastDays', { count: Number(value) }),
      })),
    },
  ]
}

function Options({ choices }: { choices: readonly Choice[] }) {
  const t = useTranslate()
  return (
    <>
      <option value="">{t('admin.any')}</option>
      {choices.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </>
  )
}

function Sorts() {
  const t = useTranslate()
  const { hasPlans } = useSite()
  const offered = cardSorts.filter((one) => hasPlans || !one.endsWith('plan'))
  return offered.map((one) => (
    <option key={one} value={one === defaultSort ? '' : one}>
      {t(`admin.sort.${one}`)}
    </option>
  ))
}

function Demo({ filters: { demo } }: { filters: CardFilters }) {
  const t = useTranslate()
  const [isOn, setOn] = useSyncedState(demo === 'on')
  return <CheckBox label={t('admin.showDemo')} name="demo" checked={isOn} onChange={({ target }) => setOn(target.checked)} />
}
