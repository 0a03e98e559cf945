import { pathTo } from '#common/path-to.ts'
import { useEffect, useState, type ReactNode } from 'react'
import type { ConnectedClient } from '#contract/contacts.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { ButtonLink } from '../../../ui/button/button.tsx'
import { IconLink } from '../../../ui/button/icon-button.tsx'
import { Dialog, type DialogProps } from '../../../ui/overlay/dialog.tsx'
import { Banner } from '../../../ui/page/banner.tsx'
import { ContactMoment } from '../list/contact-day.tsx'
import { nameOf } from './name-of.ts'
import { dialled, mailHref } from '../list/place.ts'

type FrameProps = Pick<DialogProps, 'title' | 'picture' | 'lead'> & { id: string; closeHref: string; close(): void; children?: ReactNode }

/** Over the list, not instead of it: a sheet from below on a phone, from the side on a desk. */
export function ContactDialog({ id, closeHref, close, ...page }: FrameProps) {
  const t = useTranslate()
  useEffect(
    // Once the sheet has gone: until then nothing behind it takes the focus.
    () => () =>
      queueMicrotask(() => {
        const row = document.getElementById(`contact-${id}`) ?? document.getElementById('content')
        row?.focus({ preventScroll: true })
      }),
    [id],
  )
  return <Dialog {...page} isOpen isSide className="contact-sheet" onClose={close} closeLabel={t('close')} closeHref={closeHref} />
}

/** Who it is. */
export function ContactLead({ contact: { title, companyName, dateCreated } }: { contact: ConnectedClient }) {
  const line = [title, companyName].filter(Boolean).join(', ')
  return (
    <>
      {line && <span dir="auto">{line}</span>}
      <small>
        <ContactMoment iso={dateCreated} as="met" />
      </small>
    </>
  )
}

/** The ways to reach them at once. */
export function ContactActs({ contact }: { contact: ConnectedClient }) {
  const t = useTranslate()
  const [isSaved, setIsSaved] = useState(false)
  const { phoneNumber, emailAddress, isHeld } = contact
  const name = nameOf(contact)
  const phone = dialled(phoneNumber)
  const mail = mailHref(emailAddress)
  const file = pathTo('contacts.download', { id: contact.id })
  return (
    <>
      {isHeld && (
        <Banner kind="warn" title={t('contacts.held')}>
          {t('contacts.heldWhy')}
        </Banner>
      )}
      <div className="contact-acts">
        <ButtonLink kind="primary" icon="user-plus" isDocument href={file} download onClick={() => setIsSaved(true)}>
          {t('contacts.addToContacts')}
        </ButtonLink>
        {phone && <IconLink kind="line" icon="phone" label={t('contacts.call', { name })} href={`tel:${phone}`} />}
        {mail && <IconLink kind="line" icon="mail" label={t('contacts.mail', { name })} href={mail} />}
      </div>
      {isSaved && (
        <div className="contact-hint" role="status">
          <p>{t('contacts.vcfHint')}</p>
          <ButtonLink isWide icon="download" isDocument href={file} download>
            {t('failed.again')}
          </ButtonLink>
        </div>
      )}
    </>
  )
}
