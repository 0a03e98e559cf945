import { useAccountSay } from '../../../i18n/use-account-say.ts'
import { KeptList } from './kept-list.tsx'
import type { DeskTrouble, DeskView } from './views.ts'

type Props = Extract<DeskView, { page: 'names' }> & { told: string | null; trouble: DeskTrouble | null }

/** Addresses that nobody can take. */
export function NamesPage({ names, trouble, ...rest }: Props) {
  const say = useAccountSay()
  return (
    <KeptList
      {...rest}
      place="/names"
      field="name"
      words={{
        title: say('operator.names'),
        lead: say('operator.namesLead'),
        label: say('operator.name'),
        hint: say('operator.nameHint'),
        add: say('operator.nameAdd'),
        release: say('operator.release'),
        none: say('operator.namesNone'),
      }}
      limits={{ maxLength: 60, reasonLength: 200 }}
      trouble={trouble}
      fault={trouble?.faults['name'] ?? trouble?.faults['alias']}
      rows={names.map(({ name, reason }) => ({ word: name, shown: `/${name}`, reason, release: say('operator.nameRemove', { name }) }))}
    />
  )
}
