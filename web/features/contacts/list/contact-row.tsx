import { Link } from 'react-router'
import type { ConnectedClient } from '#contract/contacts.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { OwnerIcon as Icon } from '../../../ui/icons/owner-icon.tsx'
import { ContactDay } from './contact-day.tsx'
import { Initials, nameOf } from '../sheet/initials.tsx'
import { readTags } from '../sheet/tags.ts'

/** One contact in the list: the whole row opens it. */
export function ContactRow({ contact, href }: { contact: ConnectedClient; href: string }) {
  const t = useTranslate()
  const { emailAddress, phoneNumber, viewed, isHeld, dateCreated, tags } = contact
  return (
    <li>
      <Link
        id={`contact-${contact.id}`}
        className={viewed ? 'contact-row' : 'contact-row unviewed'}
        to={href}
        state={{ isOpened: true }}
        preventScrollReset
      >
        <Initials contact={contact} />
        <span className="contact-name">
          <b dir="auto">{nameOf(contact)}</b>
          {!viewed && <span className="badge new">{t('inbox.new')}</span>}
          {isHeld && (
            <span className="badge held" title={t('contacts.heldWhy')}>
              {t('contacts.held')}
            </span>
          )}
        </span>
        <span className="contact-mail">{emailAddress}</span>
        <span className="contact-phone" dir="ltr">
          {phoneNumber}
        </span>
        <span className="contact-tags">
          {readTags(tags).map((tag) => (
            <span key={tag} className="tag" dir="auto">
              {tag}
            </span>
          ))}
        </span>
        <span className="contact-date">
          <ContactDay iso={dateCreated} />
          <Icon name="chevron-right" />
        </span>
      </Link>
    </li>
  )
}

/** A row that is on its way. */
export function WaitingRow() {
  return (
    <li className="contact-row waiting" aria-hidden="true">
      <span className="initials" />
      <span className="contact-name" />
      <span className="contact-mail" />
    </li>
  )
}
