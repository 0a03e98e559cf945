import { useAccountSay } from '../../../i18n/use-account-say.ts'
import { KeptList } from './kept-list.tsx'
import type { DeskTrouble, DeskView } from './views.ts'

type Props = Extract<DeskView, { page: 'hosts' }> & { told: string | null; trouble: DeskTrouble | null }

/** Where nobody is led. */
export function HostsPage({ hosts, trouble, ...rest }: Props) {
  const say = useAccountSay()
  return (
    <KeptList
      {...rest}
      place="/hosts"
      field="host"
      words={{
        title: say('operator.hosts'),
        lead: say('operator.hostsLead'),
        label: say('operator.host'),
        add: say('operator.hostAdd'),
        release: say('operator.hostRelease'),
        none: say('operator.hostsNone'),
      }}
      limits={{ minLength: 3, maxLength: 300, reasonLength: 300 }}
      trouble={trouble}
      fault={trouble?.faults['host']}
      rows={hosts.map(({ host, reason }) => ({ word: host, shown: host, reason, release: say('operator.hostRemove', { host }) }))}
    />
  )
}
