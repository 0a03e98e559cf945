import { actDays, actTopics } from '#contract/admin/operator-choices.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { Button, ButtonLink } from '../../../ui/button/button.tsx'
import { FilterSelect } from '../../../ui/field/select-field.tsx'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { NextLink } from '../admin-main.tsx'
import { anyCardHref } from '../admin-places.ts'
import type { AdminView } from '../admin-view.ts'
import { ActsByDay } from '../lists/act-rows.tsx'

type Activity = NonNullable<Extract<AdminView, { page: 'card' }>['activity']>

/** What administrators did on a card. The filters are a form that leads to an address. */
export function CardActivity({ alias, acts, filters, actors, next, isFurther }: Activity & { alias: string }) {
  const t = useTranslate()
  const here = anyCardHref(alias, 'activity')
  const { by, about, days } = filters
  const isFiltered = Boolean(by || about || days)
  if (acts.length === 0 && !isFiltered && !isFurther) return <EmptyState title={t('admin.historyNone')} />
  return (
    <>
      <form className="ui-cluster" action={here} aria-label={t('admin.filters')}>
        <FilterSelect key={`by ${by}`} label={t('admin.actBy')} name="by" defaultValue={by}>
          <option value="">{t('admin.anyone')}</option>
          {actors.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </FilterSelect>
        <FilterSelect key={`about ${about}`} label={t('admin.actAbout')} name="about" defaultValue={about}>
          <option value="">{t('admin.everything')}</option>
          {actTopics.map((one) => (
            <option key={one} value={one}>
              {t(`admin.actTopic.${one}`)}
            </option>
          ))}
        </FilterSelect>
        <FilterSelect key={`days ${days}`} label={t('admin.actWhen')} name="days" defaultValue={days}>
          <option value="">{t('admin.anyTime')}</option>
          {actDays.map((one) => (
            <option key={one} value={one}>
              {t('admin.lastDays', { count: Number(one) })}
            </option>
          ))}
        </FilterSelect>
        <Button type="submit">{t('admin.filter')}</Button>
      </form>
      {acts.length === 0 ? (
        <EmptyState title={t('admin.actsNoneSuch')} action={<ButtonLink href={here}>{t('admin.clearFilters')}</ButtonLink>} />
      ) : (
        <ActsByDay acts={acts} isOfCard none={t('admin.historyNone')} />
      )}
      <NextLink path={here} query={filters} next={next} isFurther={isFurther} />
    </>
  )
}
