import { pathTo } from '#common/path-to.ts'
import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import type { ConnectedClient } from '#contract/contacts.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { ButtonLink } from '../../../ui/button/button.tsx'
import { IconLink } from '../../../ui/button/icon-button.tsx'
import { Icon } from '../../../ui/icons/icon.tsx'
import { Avatar } from '../../../ui/list/avatar.tsx'
import { Banner } from '../../../ui/page/banner.tsx'
import { ContactMoment } from '../list/contact-day.tsx'
import { nameOf } from './name-of.ts'
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
      className="ui-dialog side contact-sheet"
      open
      aria-label={label}
      onCancel={(event) => {
        event.preventDefault()
        close()
      }}
      onClose={close}
    >
      <div className="ui-dialog-page">
        <Link
          className="ui-icon-button ghost contact-close"
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
        <Avatar name={name} size={64} />
        <div>
          <h2 dir="auto">{name}</h2>
          {(title || companyName) && <p dir="auto">{[title, companyName].filter(Boolean).join(', ')}</p>}
          <p className="contact-since">
            <ContactMoment iso={dateCreated} as="met" />
          </p>
        </div>
      </header>
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
