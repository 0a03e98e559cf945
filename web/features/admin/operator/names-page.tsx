import { useTranslate } from '../../../i18n/use-translate.ts'
import { KeptList } from './kept-list.tsx'
import type { DeskTrouble, DeskView } from './views.ts'

type Props = Extract<DeskView, { page: 'names' }> & { told: string | null; trouble: DeskTrouble | null }

/** Addresses that nobody can take. */
export function NamesPage({ names, trouble, ...rest }: Props) {
  const t = useTranslate()
  return (
    <KeptList
      {...rest}
      place="/names"
      field="name"
      words={{
        title: t('operator.names'),
        lead: t('operator.namesLead'),
        label: t('operator.name'),
        hint: t('operator.nameHint'),
        add: t('operator.nameAdd'),
        release: t('operator.release'),
        none: t('operator.namesNone'),
      }}
      limits={{ maxLength: 60, reasonLength: 200 }}
      trouble={trouble}
      fault={trouble?.faults['name'] ?? trouble?.faults['alias']}
      rows={names.map(({ name, reason }) => ({ word: name, shown: `/${name}`, reason, release: t('operator.nameRemove', { name }) }))}
    />
  )
}
