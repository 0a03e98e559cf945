import { pathTo } from '#common/path-to.ts'
import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import type { ConnectedClient } from '#contract/contacts.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { LaterIcon as Icon } from '../../../ui/icons/later-icon.tsx'
import { ContactMoment } from '../list/contact-day.tsx'
import { Initials, nameOf } from './initials.tsx'
import { dialled, mailHref } from '../list/place.ts'

type FrameProps = { id: string; label: string; closeHref: string; close(): void; children: ReactNode }

/** Over the list, not instead of it: a sheet from below on a phone, from the side on a desk. Before any script it stands open as it is. */
export function ContactDialog({ id, label, closeHref, close, children }: FrameProps) {
  const t = useTranslate()
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    dialog.current?.removeAttribute('open')
    dialog.current?.showModal()
    // Once the sheet has gone: until then nothing behind it takes the focus.
    return () =>
      queueMicrotask(() => {
        const row = document.getElementById(`contact-${id}`) ?? document.getElementById('content')
        row?.focus({ preventScroll: true })
      })
  }, [id])
  useEffect(() => {
    const sheet = dialog.current
    // What is behind a dialog counts as the dialog itself.
    const press = ({ target }: MouseEvent) => target === sheet && close()
    sheet?.addEventListener('click', press)
    return () => sheet?.removeEventListener('click', press)
  }, [close])

  return (
    <dialog
      ref={dialog}
      className="contact-sheet"
      open
      aria-label={label}
      onCancel={(event) => {
        event.preventDefault()
        close()
      }}
      onClose={close}
    >
      <div className="contact-sheet-body">
        <Link
          className="tool contact-close"
          to={closeHref}
          preventScrollReset
          aria-label={t('close')}
          onClick={(event) => {
            event.preventDefault()
            close()
          }}
        >
          <Icon name="x" />
        </Link>
        {children}
      </div>
    </dialog>
  )
}

/** Who it is, and the ways to reach them at once. */
export function ContactHead({ contact }: { contact: ConnectedClient }) {
  const t = useTranslate()
  const [isSaved, setIsSaved] = useState(false)
  const { companyName, title, dateCreated, phoneNumber, emailAddress, isHeld } = contact
  const name = nameOf(contact)
  const phone = dialled(phoneNumber)
  const mail = mailHref(emailAddress)
  const file = pathTo('contacts.download', { id: contact.id })
  return (
    <>
      <header className="contact-head">
        <Initials contact={contact} />
        <div>
          <h2 dir="auto">{name}</h2>
          {(title || companyName) && <p dir="auto">{[title, companyName].filter(Boolean).join(', ')}</p>}
          <p className="contact-since">
            <ContactMoment iso={dateCreated} as="met" />
          </p>
        </div>
      </header>
      {isHeld && (
        <p className="contact-held">
          <span className="badge held">{t('contacts.held')}</span> {t('contacts.heldWhy')}
        </p>
      )}
      <div className="contact-acts">
        <a className="btn door" href={file} download onClick={() => setIsSaved(true)}>
          <Icon name="user-plus" />
          {t('contacts.addToContacts')}
        </a>
        {phone && (
          <a className="tool outline" href={`tel:${phone}`} aria-label={t('contacts.call', { name })}>
            <Icon name="phone" />
          </a>
        )}
        {mail && (
          <a className="tool outline" href={mail} aria-label={t('contacts.mail', { name })}>
            <Icon name="mail" />
          </a>
        )}
      </div>
      {isSaved && (
        <div className="contact-hint" role="status">
          <p>{t('contacts.vcfHint')}</p>
          <a className="btn outline wide" href={file} download>
            <Icon name="download" />
            {t('failed.again')}
          </a>
        </div>
      )}
    </>
  )
}
