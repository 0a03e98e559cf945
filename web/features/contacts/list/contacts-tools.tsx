import { contactOrders, type ContactOrder } from '#contract/contact-choices.ts'
import { ownerHref } from '#contract/pages.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Menu } from '../../../ui/overlay/menu.tsx'
import { contactsHref, exportHref } from '../contacts-href.ts'
import type { ContactSearch } from '../contacts-view.ts'

type Props = { alias: string; searched: ContactSearch; isSelecting: boolean; reload(): void }

/** Add, sort, select, export and reload. The menu opens without script; exports are plain links. */
export function ContactsTools({ alias, searched, isSelecting, reload }: Props) {
  const t = useTranslate()
  const file = (format: 'csv' | 'vcf', label: string) =>
    ({ label, icon: 'download', href: exportHref(alias, searched, format), isDocument: true }) as const
  const { sort: current, ...unsorted } = searched
  const order = (sort: ContactOrder) => ({
    label: t(`contacts.sort.${sort}`),
    href: contactsHref(alias, sort === 'newest' ? unsorted : { ...unsorted, sort }, { isSelecting }),
    ...(sort === (current ?? 'newest') && { icon: 'check' as const, isCurrent: true }),
  })
  return (
    <>
      <Button icon="user-plus" popoverTarget="new-contact">
        <span>{t('contacts.add')}</span>
      </Button>
      <Menu
        label={t('account.more')}
        look={{ icon: 'ellipsis' }}
        groups={[
          contactOrders.map(order),
          [{ label: t('contacts.select'), icon: 'list-checks', href: contactsHref(alias, searched, { isSelecting: true }) }],
          [{ label: t('contacts.import'), icon: 'upload', href: ownerHref(alias, 'contactImport') }],
          [file('csv', t('contacts.exportCsv')), file('vcf', t('contacts.exportVcf'))],
          [{ label: t('account.reload'), icon: 'refresh-cw', href: contactsHref(alias, { q: '', label: '' }), instead: reload }],
        ]}
      />
    </>
  )
}
