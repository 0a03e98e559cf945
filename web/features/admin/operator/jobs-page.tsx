import { useAccountSay } from '../../../i18n/use-account-say.ts'
import { More, PageMain, Part } from './page-main.tsx'
import { nextHref, placeHref } from './places.ts'
import type { DeskTrouble, DeskView } from './views.ts'

type Props = Extract<DeskView, { page: 'jobs' }> & { told: string | null; trouble: DeskTrouble | null }

/** Work in the background: how much there is, and what went wrong. */
export function JobsPage({ queues, troubled, next, told, trouble }: Props) {
  const say = useAccountSay()
  const here = placeHref('/jobs')
  return (
    <PageMain title={say('operator.jobs')} lead={say('operator.jobsLead')} told={told} trouble={trouble}>
      <Part title={say('operator.troubled')}>
        {troubled.length === 0 && <p className="op-none">{say('operator.jobsNone')}</p>}
        <ul className="desk-rows plain">
          {troubled.map(({ id, queue, state, attempts, nextAt, error }) => (
            <li key={id}>
              <span className="desk-words">
                <b>
                  {queue}{' '}
                  <span className={state === 'failed' ? 'badge op-bad' : 'badge quiet'}>
                    {say(state === 'failed' ? 'operator.failed' : 'operator.retrying')}
                  </span>
                </b>
                <small dir="auto">{error || say('operator.noError')}</small>
                <small>
                  {[say('operator.attempts', { count: attempts }), nextAt && say('operator.nextAt', { when: nextAt })]
                    .filter(Boolean)
                    .join(' · ')}
                </small>
              </span>
              <form method="post">
                <input type="hidden" name="job" value={id} />
                <button className="btn outline" type="submit" name="intent" value="retry">
                  {say('operator.tryNow')}
                </button>
              </form>
            </li>
          ))}
        </ul>
        <More href={next && nextHref(here, '', next)} />
      </Part>
      <Part title={say('operator.queue')}>
        <table className="op-table op-counts">
          <thead>
            <tr>
              <th scope="col">{say('operator.queue')}</th>
              <th scope="col">{say('operator.waiting')}</th>
              <th scope="col">{say('operator.active')}</th>
              <th scope="col">{say('operator.retrying')}</th>
              <th scope="col">{say('operator.failed')}</th>
            </tr>
          </thead>
          <tbody>
            {queues.map(({ name, waiting, active, retrying, failed }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td data-of={say('operator.waiting')}>{waiting}</td>
                <td data-of={say('operator.active')}>{active}</td>
                <td data-of={say('operator.retrying')}>{retrying}</td>
                <td data-of={say('operator.failed')}>{failed}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Part>
    </PageMain>
  )
}
