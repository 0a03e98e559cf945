import type { ReactNode } from 'react'
import type { ConnectedClient } from '#contract/contacts.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import type { OwnerIconName } from '../../../ui/icons/icon-names.ts'
import { OwnerIcon as Icon } from '../../../ui/icons/owner-icon.tsx'
import { outward } from '../../../ui/safe-link.ts'
import { ContactMoment } from '../list/contact-day.tsx'
import { nameOf } from './initials.tsx'
import { dialled, mailHref, mapHref, placeOf } from '../list/place.ts'

/** What a person left of themselves, and what they agreed to when they did. */
export function ContactDetails({ contact }: { contact: ConnectedClient }) {
  const t = useTranslate()
  const { phoneNumber, emailAddress, notes, consent } = contact
  const place = placeOf(contact)
  const phone = dialled(phoneNumber)
  return (
    <div className="contact-facts">
      {phoneNumber && (
        <div className="fact-line">
          <Fact icon="phone" label={t('home.mobile')} href={phone && `tel:${phone}`}>
            <span dir="ltr">{phoneNumber}</span>
          </Fact>
          {phone && (
            <a className="tool" href={`sms:${phone}`} aria-label={t('home.textTo', { label: nameOf(contact) })}>
              <Icon name="message-circle" />
            </a>
          )}
        </div>
      )}
      {emailAddress && (
        <Fact icon="mail" label={t('home.email')} href={mailHref(emailAddress)}>
          {emailAddress}
        </Fact>
      )}
      {place && (
        <Fact icon="map-pin" label={t('save.address')} href={mapHref(place)}>
          <span dir="auto">{place}</span>
        </Fact>
      )}
      {notes && (
        <Fact icon="message-square-text" label={t('contacts.noteFrom', { name: contact.name || nameOf(contact) })} href={null}>
          <span className="contact-words" dir="auto">
            {notes}
          </span>
        </Fact>
      )}
      {consent && (
        <details className="contact-consent">
          <summary>
            <Icon name="badge-check" />
            {t('contacts.consent')}
            <Icon name="chevron-down" />
          </summary>
          <p dir="auto">{consent.wording}</p>
          <p className="contact-since">
            <ContactMoment iso={consent.givenAt} as="written" /> · {t('contacts.consentVersion', { version: consent.version })}
          </p>
        </details>
      )}
    </div>
  )
}

function Fact({ icon, label, href, children }: { icon: OwnerIconName; label: string; href: string | null; children: ReactNode }) {
  const words = (
    <>
      <span className="fact-icon">
        <Icon name={icon} />
      </span>
      <span className="fact-words">
        <b>{children}</b>
        <small>{label}</small>
      </span>
    </>
  )
  if (!href) return <div className="fact">{words}</div>
  return (
    <a className="fact" href={href} {...(href.startsWith('https:') ? outward : {})}>
      {words}
    </a>
  )
}
