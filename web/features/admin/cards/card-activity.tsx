import { useTranslate } from '../../../i18n/use-translate.ts'
import { Button, ButtonLink } from '../../../ui/button/button.tsx'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { FilterForm, NextLink } from '../admin-main.tsx'
import { anyCardHref } from '../admin-places.ts'
import type { Activity } from '../admin-view.ts'
import { AuditFilters } from '../lists/audit-filters.tsx'
import { AuditEntriesByDay } from '../lists/audit-entry-rows.tsx'

/** The audit log of a card. The filters are a form that navigates to an address. */
export function CardActivity({ alias, acts, filters, actors, next, isFurther }: Activity & { alias: string }) {
  const t = useTranslate()
  const here = anyCardHref(alias, 'activity')
  const isFiltered = Object.values(filters).some(Boolean)
  if (acts.length === 0 && !isFiltered && !isFurther) return <EmptyState title={t('admin.historyNone')} />
  return (
    <>
      <FilterForm action={here} found={acts.length} aria-label={t('admin.filters')}>
        <AuditFilters filters={filters} actors={actors} />
        <Button type="submit">{t('admin.filter')}</Button>
      </FilterForm>
      {acts.length === 0 ? (
        <EmptyState title={t('admin.actsNoneSuch')} action={<ButtonLink href={here}>{t('admin.clearFilters')}</ButtonLink>} />
      ) : (
        <AuditEntriesByDay acts={acts} isOfCard none={t('admin.historyNone')} />
      )}
      <NextLink path={here} query={filters} next={next} isFurther={isFurther} />
    </>
  )
}
