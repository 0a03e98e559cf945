import { useTranslate } from '../../../i18n/use-translate.ts'
import { ButtonLink } from '../../../ui/button/button.tsx'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { AdminMain, ListSearch, NextLink } from '../admin-main.tsx'
import { listHref, placeHref } from '../admin-places.ts'
import type { Activity } from '../admin-view.ts'
import { AuditFilters } from './audit-filters.tsx'
import { AuditEntriesByDay } from './audit-entry-rows.tsx'

/** The audit log. */
export function AuditPage({ q, activity: { acts, filters, actors, next, isFurther } }: { q: string; activity: Activity }) {
  const t = useTranslate()
  const here = placeHref('/audit')
  const isFiltered = Object.values(filters).some(Boolean)
  return (
    <AdminMain title={t('admin.acts')} lead={t('admin.actsLead')}>
      <ListSearch action={here} label={t('admin.actsSearch')} q={q} clearHref={listHref(here, filters)} found={acts.length}>
        <AuditFilters filters={filters} actors={actors} />
      </ListSearch>
      {acts.length === 0 && isFiltered ? (
        <EmptyState title={t('admin.actsNoneSuch')} action={<ButtonLink href={here}>{t('admin.clearFilters')}</ButtonLink>} />
      ) : (
        <AuditEntriesByDay acts={acts} none={q ? t('admin.actsNoMatch', { q }) : t('admin.actsNone')} />
      )}
      <NextLink path={here} query={{ q, ...filters }} next={next} isFurther={isFurther} />
    </AdminMain>
  )
}
