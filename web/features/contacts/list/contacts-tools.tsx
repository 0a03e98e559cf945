import { useRef } from 'react'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { OwnerIcon as Icon } from '../../../ui/icons/owner-icon.tsx'
import { contactsHref, exportHref } from '../contacts-href.ts'
import type { Wanted } from '../contacts-view.ts'

/** What can be done with all contacts at once. It opens without script; the files are plain links. */
export function ContactsTools({ alias, wanted, reload }: { alias: string; wanted: Wanted; reload(): void }) {
  const t = useTranslate()
  const menu = useRef<HTMLDivElement>(null)
  const close = () => menu.current?.hidePopover()
  return (
    <div className="contacts-tools">
      <button className="btn outline" type="button" popoverTarget="new-contact">
        <Icon name="user-plus" />
        <span>{t('contacts.add')}</span>
      </button>
      <button className="tool outline" type="button" popoverTarget="contacts-more" aria-label={t('account.more')}>
        <Icon name="ellipsis" />
      </button>
      <div ref={menu} className="contacts-more" id="contacts-more" popover="auto" role="dialog" aria-label={t('account.more')}>
        <a href={exportHref(alias, wanted, 'csv')} onClick={close}>
          <Icon name="download" />
          {t('contacts.exportCsv')}
        </a>
        <a href={exportHref(alias, wanted, 'vcf')} onClick={close}>
          <Icon name="download" />
          {t('contacts.exportVcf')}
        </a>
        <a
          href={contactsHref(alias, { q: '', label: '' })}
          onClick={(event) => {
            event.preventDefault()
            close()
            reload()
          }}
        >
          <Icon name="refresh-cw" />
          {t('account.reload')}
        </a>
      </div>
    </div>
  )
}
