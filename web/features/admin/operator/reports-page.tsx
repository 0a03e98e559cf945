import { useTranslate } from '../../../i18n/use-translate.ts'
import { More, PageMain } from './page-main.tsx'
import { anyCardHref, nextHref, placeHref } from './places.ts'
import type { DeskTrouble, DeskView } from './views.ts'

type Props = Extract<DeskView, { page: 'reports' }> & { told: string | null; trouble: DeskTrouble | null }

/** What people report. Each leads to its card, where something is taken down. */
export function ReportsPage({ reports, isClosed, next, told, trouble }: Props) {
  const t = useTranslate()
  const here = placeHref('/reports')
  return (
    <PageMain title={t('operator.reports')} lead={t('operator.reportsLead')} told={told} trouble={trouble}>
      <p>
        <a className="btn outline" href={isClosed ? here : `${here}?q=closed`}>
          {t(isClosed ? 'operator.reportsOpen' : 'operator.reportsClosed')}
        </a>
      </p>
      {reports.length === 0 && <p className="op-none">{t(isClosed ? 'operator.reportsNoneClosed' : 'operator.reportsNone')}</p>}
      <ul className="desk-rows plain">
        {reports.map(({ id, at, alias, kind, words, linkCode, isOwner, more }) => (
          <li key={id}>
            <span className="desk-words">
              <b>
                <a href={anyCardHref(alias)} dir="ltr">
                  /{alias}
                </a>
                {' · '}
                {t(`report.kind.${kind}`)}
              </b>
              <span dir="auto">{words}</span>
              <small>
                {[
                  at,
                  isOwner && t('operator.reportByOwner'),
                  linkCode && t('operator.reportLink', { code: linkCode }),
                  more > 0 && t('operator.reportMore', { count: more }),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </small>
            </span>
            {!isClosed && (
              <form method="post">
                <input type="hidden" name="report" value={id} />
                <button className="btn ghost" type="submit" name="intent" value="close">
                  {t('operator.reportClose')}
                </button>
              </form>
            )}
          </li>
        ))}
      </ul>
      <More href={next && nextHref(here, isClosed ? 'closed' : '', next)} />
    </PageMain>
  )
}
