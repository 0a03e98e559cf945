import { auditDays, auditTopics } from '#contract/admin/admin-choices.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { useSite } from '../../../platform/use-site.ts'
import { FilterSelect } from '../../../ui/field/select-field.tsx'
import type { Activity } from '../admin-view.ts'

type Props = Pick<Activity, 'filters' | 'actors'>

/** The filters of the audit log: a form that navigates to an address. */
export function AuditFilters({ filters: { by, about, days }, actors }: Props) {
  const t = useTranslate()
  const { hasPlans } = useSite()
  return (
    <>
      {actors.length > 0 && (
        <FilterSelect label={t('admin.actBy')} name="by" defaultValue={by}>
          <option value="">{t('admin.anyone')}</option>
          {actors.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </FilterSelect>
      )}
      <FilterSelect label={t('admin.actAbout')} name="about" defaultValue={about}>
        <option value="">{t('admin.everything')}</option>
        {auditTopics
          .filter((one) => hasPlans || one !== 'plan')
          .map((one) => (
            <option key={one} value={one}>
              {t(`admin.actTopic.${one}`)}
            </option>
          ))}
      </FilterSelect>
      <FilterSelect label={t('admin.actWhen')} name="days" defaultValue={days}>
        <option value="">{t('admin.anyTime')}</option>
        {auditDays.map((one) => (
          <option key={one} value={one}>
            {t('admin.lastDays', { count: Number(one) })}
          </option>
        ))}
      </FilterSelect>
    </>
  )
}
