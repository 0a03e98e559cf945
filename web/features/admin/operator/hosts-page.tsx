import { useTranslate } from '../../../i18n/use-translate.ts'
import { KeptList } from './kept-list.tsx'
import type { DeskTrouble, DeskView } from './views.ts'

type Props = Extract<DeskView, { page: 'hosts' }> & { told: string | null; trouble: DeskTrouble | null }

/** Where nobody is led. */
export function HostsPage({ hosts, trouble, ...rest }: Props) {
  const t = useTranslate()
  return (
    <KeptList
      {...rest}
      place="/hosts"
      field="host"
      words={{
        title: t('operator.hosts'),
        lead: t('operator.hostsLead'),
        label: t('operator.host'),
        add: t('operator.hostAdd'),
        release: t('operator.hostRelease'),
        none: t('operator.hostsNone'),
      }}
      limits={{ minLength: 3, maxLength: 300, reasonLength: 300 }}
      trouble={trouble}
      fault={trouble?.faults['host']}
      rows={hosts.map(({ host, reason }) => ({ word: host, shown: host, reason, release: t('operator.hostRemove', { host }) }))}
    />
  )
}
