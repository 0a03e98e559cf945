import { contactFieldNames } from '#contract/contact-choices.ts'
import type { ConnectedClient } from '#contract/contacts.ts'
import { dialable } from '#common/text/phone.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { IconLink } from '../../../ui/button/icon-button.tsx'
import { Icon } from '../../../ui/icons/icon.tsx'
import { Facts } from '../../../ui/list/facts.tsx'
import { List, ListRow, RowIcon } from '../../../ui/list/list.tsx'
import { fieldLabels } from '../contact-fields.tsx'
import { ContactMoment } from '../list/contact-day.tsx'
import { nameOf } from './name-of.ts'
import { mailHref, mapHref, placeOf } from '../list/contact-links.ts'

/** When the owner edited the contact, and what the visitor had sent. */
function EditedNote({ contact }: { contact: ConnectedClient }) {
  const t = useTranslate()
  const { editedAt, sent } = contact
  if (editedAt === null) return null
  const facts = contactFieldNames.flatMap((name) => {
    const value = sent?.[name]
    return value === undefined ? [] : [{ name: t(fieldLabels[name]), value: value || t('contacts.sentNothing') }]
  })
  return (
    <div className="ui-stack tight">
      <p className="ui-note">
        {t('contacts.edited')} <ContactMoment iso={editedAt} as="written" />
      </p>
      {facts.length > 0 && (
        <section aria-labelledby="contact-sent">
          <h3 id="contact-sent">{t('contacts.sentBy', { name: contact.name || nameOf(contact) })}</h3>
          <Facts facts={facts} />
        </section>
      )}
    </div>
  )
}

/** The contact's details and consent. */
export function ContactDetails({ contact }: { contact: ConnectedClient }) {
  const t = useTranslate()
  const { phoneNumber, emailAddress, notes, consent } = contact
  const place = placeOf(contact)
  const phone = dialable(phoneNumber)
  const mail = mailHref(emailAddress)
  const rows = [
    phoneNumber && (
      <ListRow
        key="phone"
        lead={<RowIcon name="phone" />}
        title={<span dir="ltr">{phoneNumber}</span>}
        note={t('home.mobile')}
        {...(phone && {
          href: `tel:${phone}`,
          end: <IconLink icon="message-circle" label={t('home.textTo', { label: nameOf(contact) })} href={`sms:${phone.split(';')[0]}`} />,
        })}
        isWrapped
      />
    ),
    emailAddress && (
      <ListRow
        key="email"
        lead={<RowIcon name="mail" />}
        title={emailAddress}
        note={t('home.email')}
        {...(mail && { href: mail })}
        isWrapped
      />
    ),
    place && (
      <ListRow key="place" lead={<RowIcon name="map-pin" />} title={place} note={t('save.address')} href={mapHref(place)} isWrapped />
    ),
    notes && (
      <ListRow
        key="notes"
        lead={<RowIcon name="message-square-text" />}
        title={notes}
        note={t('contacts.noteFrom', { name: contact.name || nameOf(contact) })}
        isWrapped
      />
    ),
  ].filter(Boolean)
  return (
    <>
      {rows.length > 0 && <List>{rows}</List>}
      <EditedNote contact={contact} />
      {contact.source === 'import' && !consent && <p className="ui-note">{t('contacts.importedByYou')}</p>}
      {consent && (
        <details className="ui-more contact-consent">
          <summary>
            <Icon name="badge-check" />
            {t('contacts.consent')}
            <Icon name="chevron-down" />
          </summary>
          <p dir="auto">{consent.wording}</p>
          <p>
            <ContactMoment iso={consent.agreedAt} as="written" /> · {t('contacts.consentVersion', { version: consent.version })}
          </p>
        </details>
      )}
    </>
  )
}
