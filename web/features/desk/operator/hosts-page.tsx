import { useAccountSay } from '../../../i18n/use-account-say.ts'
import { DeskField } from '../desk-field.tsx'
import { More, PageMain } from './page-main.tsx'
import { nextHref, placeHref } from './places.ts'
import type { DeskTrouble, DeskView } from './views.ts'

type Props = Extract<DeskView, { page: 'hosts' }> & { told: string | null; trouble: DeskTrouble | null }

/** Where nobody is led. */
export function HostsPage({ hosts, next, told, trouble }: Props) {
  const say = useAccountSay()
  const here = placeHref('/hosts')
  return (
    <PageMain title={say('operator.hosts')} lead={say('operator.hostsLead')} told={told} trouble={trouble}>
      <form className="desk-form" method="post">
        <div className="desk-pair">
          <DeskField label={say('operator.host')} fault={trouble?.faults['host']}>
            {(around) => (
              <input
                {...around}
                name="host"
                defaultValue={trouble?.typed['host']}
                minLength={3}
                maxLength={300}
                required
                autoCapitalize="none"
                spellCheck={false}
                dir="ltr"
              />
            )}
          </DeskField>
          <DeskField label={say('operator.note')} hint={say('operator.reasonHint')}>
            {(around) => <input {...around} name="reason" defaultValue={trouble?.typed['reason']} maxLength={300} dir="auto" />}
          </DeskField>
        </div>
        <div className="desk-actions">
          <button className="btn large door" type="submit" name="intent" value="add">
            {say('operator.hostAdd')}
          </button>
        </div>
      </form>
      {hosts.length === 0 && <p className="op-none">{say('operator.hostsNone')}</p>}
      <ul className="desk-rows plain">
        {hosts.map(({ host, reason }) => (
          <li key={host}>
            <span className="desk-words">
              <b dir="ltr">{host}</b>
              {reason && <small dir="auto">{reason}</small>}
            </span>
            <form method="post">
              <input type="hidden" name="host" value={host} />
              <button className="btn ghost" type="submit" name="intent" value="remove">
                {say('operator.hostRelease')}
              </button>
            </form>
          </li>
        ))}
      </ul>
      <More href={next && nextHref(here, '', next)} />
    </PageMain>
  )
}
