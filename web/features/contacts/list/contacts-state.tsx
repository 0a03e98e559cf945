import { useTranslate } from '../../../i18n/use-translate.ts'
import { useBack, useReach } from '../../../platform/connection/use-reach.ts'
import spot from '../../../ui/art/spot-mailbox.svg?url'
import { LaterIcon as Icon } from '../../../ui/icons/later-icon.tsx'
import type { Wanted } from '../contacts-view.ts'

export function NoContacts({ of: { q, label } }: { of: Wanted }) {
  const t = useTranslate()
  if (q || label) return <p className="contacts-none">{t(q ? 'contacts.nobody' : 'contacts.nobodyLabelled')}</p>
  return (
    <div className="contacts-empty">
      <img src={spot} width="240" height="180" alt="" />
      <p>{t('contacts.empty')}</p>
      <button className="btn outline" type="button" popoverTarget="new-contact">
        <Icon name="user-plus" />
        {t('contacts.add')}
      </button>
    </div>
  )
}

/** What could not be read can be asked for again, and is by itself once the connection is back; without a script that is the same page. */
export function ContactsFailed({ href, again }: { href: string; again(): void }) {
  const t = useTranslate()
  const reach = useReach()
  useBack(again)
  return (
    <div className="contacts-failed" role="alert">
      <Icon name="circle-alert" />
      <div>
        <b>{t(reach === 'no-internet' ? 'reach.noInternet' : reach === 'no-data' ? 'reach.noData' : 'failed.title')}</b>
        <p>{t('failed.sentence')}</p>
        <a
          className="btn outline"
          href={href}
          onClick={(event) => {
            event.preventDefault()
            again()
          }}
        >
          {t('failed.again')}
        </a>
      </div>
    </div>
  )
}
