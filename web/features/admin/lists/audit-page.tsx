import { useTranslate } from '../../../i18n/use-translate.ts'
import { AdminMain, ListSearch, NextLink } from '../admin-main.tsx'
import { placeHref } from '../admin-places.ts'
import type { AdminView } from '../admin-view.ts'
import { ActsByDay } from './act-rows.tsx'

/** Everything administrators did. */
export function AuditPage({ q, acts, next, isFurther }: Extract<AdminView, { page: 'audit' }>) {
  const t = useTranslate()
  const here = placeHref('/audit')
  return (
    <AdminMain title={t('admin.acts')} lead={t('admin.actsLead')}>
      <ListSearch action={here} label={t('admin.actsSearch')} q={q} clearHref={here} />
      <ActsByDay acts={acts} none={q ? t('admin.actsNoMatch', { q }) : t('admin.actsNone')} />
      <NextLink path={here} query={{ q }} next={next} isFurther={isFurther} />
    </AdminMain>
  )
}
