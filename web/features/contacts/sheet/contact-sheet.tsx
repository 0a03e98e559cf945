import { pathTo } from '#common/path-to.ts'
import { useEffect, useState, type ReactNode } from 'react'
import type { ConnectedClient } from '#contract/contacts.ts'
import { dialable } from '#common/text/phone.ts'
import { useServerRequired } from '../../../platform/connection/use-reach.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { Button, ButtonLink } from '../../../ui/button/button.tsx'
import { IconLink } from '../../../ui/button/icon-button.tsx'
import { Dialog, type DialogProps } from '../../../ui/overlay/dialog.tsx'
import { OnlineOnly } from '../../../ui/online-only.tsx'
import { Banner } from '../../../ui/page/banner.tsx'
import { ContactMoment } from '../list/contact-day.tsx'
import { nameOf } from './name-of.ts'
import { useMutation } from '../use-mutation.ts'
import { mailHref } from '../list/contact-links.ts'

type FrameProps = Pick<DialogProps, 'title' | 'picture' | 'lead'> & { id: string; closeHref: string; close(): void; children?: ReactNode }

/** A sheet over the list: from the bottom on phones, from the side on desktop. */
export function ContactDialog({ id, closeHref, close, ...page }: FrameProps) {
  const t = useTranslate()
  useEffect(
    // After the sheet has closed: until then, nothing behind it can be focused.
    () => () =>
      queueMicrotask(() => {
        const row = document.getElementById(`contact-${id}`) ?? document.getElementById('content')
        row?.focus({ preventScroll: true })
      }),
    [id],
  )
  return <Dialog {...page} isOpen isSide className="contact-sheet" onClose={close} closeLabel={t('close')} closeHref={closeHref} />
}

/** Title and company, the date unless unknown, and how the visitor found the card. */
export function ContactLead({ contact: { title, companyName, dateCreated, isUndated, via } }: { contact: ConnectedClient }) {
  const t = useTranslate()
  const line = [title, companyName].filter(Boolean).join(', ')
  return (
    <>
      {line && <span dir="auto">{line}</span>}
      <small>{isUndated ? t('contacts.importState.done') : <ContactMoment iso={dateCreated} as="met" />}</small>
      {via && <small>{t(`contacts.via.${via}`)}</small>}
    </>
  )
}

/** Save, call and email; for a contact held for review, its release. */
export function ContactActions({ contact, release }: { contact: ConnectedClient; release(): Promise<void> }) {
  const t = useTranslate()
  const [isSaved, setIsSaved] = useState(false)
  const { phoneNumber, emailAddress, isQuarantined } = contact
  const name = nameOf(contact)
  const phone = dialable(phoneNumber)
  const mail = mailHref(emailAddress)
  const file = pathTo('contacts.download', { id: contact.id })
  return (
    <>
      {isQuarantined && (
        <Banner kind="warn" title={t('contacts.quarantined')} action={<NotSpam id={contact.id} release={release} />}>
          {t('contacts.quarantinedWhy')}
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
        <div className="ui-stack tight" role="status">
          <p className="ui-note">{t('contacts.vcfHint')}</p>
          <ButtonLink isWide icon="download" isDocument href={file} download>
            {t('failed.again')}
          </ButtonLink>
        </div>
      )}
    </>
  )
}

function NotSpam({ id, release }: { id: string; release(): Promise<void> }) {
  const t = useTranslate()
  const { isBusy, run } = useMutation()
  return (
    <OnlineOnly {...useServerRequired()}>
      <form
        method="post"
        onSubmit={(event) => {
          event.preventDefault()
          void run(release)
        }}
      >
        <input type="hidden" name="intent" value="release" />
        <input type="hidden" name="id" value={id} />
        <Button size="small" type="submit" isBusy={isBusy}>
          {t('contacts.release')}
        </Button>
      </form>
    </OnlineOnly>
  )
}
