import { useEffect, useRef } from 'react'
import { contactsPageSize } from '#contract/constants.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { ContactRow, WaitingRow } from './contact-row.tsx'
import type { ContactList } from './contact-list.ts'
import { contactsHref } from '../contacts-href.ts'

type Props = { alias: string; list: ContactList; more(): void }

/** The rows so far. What stands at their end asks for the next ten when somebody comes near it; without a script it is a link. */
export function ContactRows({ alias, list, more }: Props) {
  const t = useTranslate()
  const end = useRef<HTMLAnchorElement>(null)
  const page = Math.floor((list.before + list.rows.length) / contactsPageSize) + 1
  const hasMore = !list.isEnd && list.state === 'ready' && list.rows.length > 0
  useEffect(() => {
    if (!end.current) return
    const watch = new IntersectionObserver((seen) => seen.some(({ isIntersecting }) => isIntersecting) && more(), { rootMargin: '1200px' })
    watch.observe(end.current)
    return () => watch.disconnect()
  })

  return (
    <div className="contacts-panel">
      <p className="contacts-columns" aria-hidden="true">
        <span>{t('contacts.name')}</span>
        <span>{t('home.email')}</span>
        <span>{t('contacts.phone')}</span>
        <span>{t('contacts.labels')}</span>
        <span>{t('contacts.date')}</span>
      </p>
      <ul className="contacts-rows" aria-busy={list.state === 'searching'}>
        {list.rows.map((contact) => (
          <ContactRow key={contact.id} contact={contact} href={contactsHref(alias, list.of, { contact: contact.id })} />
        ))}
        {(list.state === 'adding' || (list.state === 'searching' && list.rows.length === 0)) && (
          <>
            <WaitingRow />
            <WaitingRow />
          </>
        )}
      </ul>
      {hasMore && (
        <a
          ref={end}
          className="contacts-next"
          href={contactsHref(alias, list.of, { page })}
          onClick={(event) => {
            event.preventDefault()
            more()
          }}
        >
          {t('contacts.more')}
        </a>
      )}
    </div>
  )
}
