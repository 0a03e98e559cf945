import { useTranslate } from '../../../i18n/use-translate.ts'
import { More, PageMain, Part } from './page-main.tsx'
import { nextHref, placeHref } from './places.ts'
import type { DeskTrouble, DeskView } from './views.ts'

type Props = Extract<DeskView, { page: 'jobs' }> & { told: string | null; trouble: DeskTrouble | null }

/** Work in the background: how much there is, and what went wrong. */
export function JobsPage({ queues, troubled, next, told, trouble }: Props) {
  const t = useTranslate()
  const here = placeHref('/jobs')
  return (
    <PageMain title={t('operator.jobs')} lead={t('operator.jobsLead')} told={told} trouble={trouble}>
      <Part title={t('operator.troubled')}>
        {troubled.length === 0 && <p className="op-none">{t('operator.jobsNone')}</p>}
        <ul className="desk-rows plain">
          {troubled.map(({ id, queue, state, attempts, nextAt, error }) => (
            <li key={id}>
              <span className="desk-words">
                <b>
                  <code>{queue}</code>{' '}
                  <span className={state === 'failed' ? 'badge op-bad' : 'badge quiet'}>
                    {t(state === 'failed' ? 'operator.failed' : 'operator.retrying')}
                  </span>
                </b>
                <small dir="auto">{error || t('operator.noError')}</small>
                <small>
                  {[t('operator.attempts', { count: attempts }), nextAt && t('operator.nextAt', { when: nextAt })]
                    .filter(Boolean)
                    .join(' · ')}
                </small>
              </span>
              <form method="post">
                <input type="hidden" name="job" value={id} />
                <button className="btn outline" type="submit" name="intent" value="retry">
                  {t('operator.tryNow')}
                </button>
              </form>
            </li>
          ))}
        </ul>
        <More href={next && nextHref(here, '', next)} />
      </Part>
      <Part title={t('operator.queue')}>
        <table className="op-table op-counts">
          <thead>
            <tr>
              <th scope="col">{t('operator.queue')}</th>
              <th scope="col">{t('operator.waiting')}</th>
              <th scope="col">{t('operator.active')}</th>
              <th scope="col">{t('operator.retrying')}</th>
              <th scope="col">{t('operator.failed')}</th>
            </tr>
          </thead>
          <tbody>
            {queues.map(({ name, waiting, active, retrying, failed }) => (
              <tr key={name}>
                <th scope="row">
                  <code>{name}</code>
                </th>
                <td data-of={t('operator.waiting')}>{waiting}</td>
                <td data-of={t('operator.active')}>{active}</td>
                <td data-of={t('operator.retrying')}>{retrying}</td>
                <td data-of={t('operator.failed')}>{failed}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Part>
    </PageMain>
  )
}
