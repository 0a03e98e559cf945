import { useTranslate } from '../../../i18n/use-translate.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Menu } from '../../../ui/overlay/menu.tsx'
import { contactsHref, exportHref } from '../contacts-href.ts'
import type { Wanted } from '../contacts-view.ts'

/** What can be done with all contacts at once. It opens without script; the files are plain links. */
export function ContactsTools({ alias, wanted, reload }: { alias: string; wanted: Wanted; reload(): void }) {
  const t = useTranslate()
  const file = (format: 'csv' | 'vcf', label: string) =>
    ({ label, icon: 'download', href: exportHref(alias, wanted, format), isDocument: true }) as const
  return (
    <div className="contacts-tools">
      <Button icon="user-plus" popoverTarget="new-contact">
        <span>{t('contacts.add')}</span>
      </Button>
      <Menu
        label={t('account.more')}
        look={{ icon: 'ellipsis' }}
        groups={[
          [file('csv', t('contacts.exportCsv')), file('vcf', t('contacts.exportVcf'))],
          [{ label: t('account.reload'), icon: 'refresh-cw', href: contactsHref(alias, { q: '', label: '' }), instead: reload }],
        ]}
      />
    </div>
  )
}
