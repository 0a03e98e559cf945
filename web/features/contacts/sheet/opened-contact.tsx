import { useEffect } from 'react'
import type { Api } from '#contract/api.ts'
import type { ConnectedClient } from '#contract/contacts.ts'
import { ownOf } from '#contract/own-of.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { useNeedsReach } from '../../../platform/connection/use-reach.ts'
import { Button, SummaryButton } from '../../../ui/button/button.tsx'
import type { BrandMark } from '../../../ui/icons/icon-names.ts'
import { Mark } from '../../../ui/icons/icon.tsx'
import { Avatar } from '../../../ui/list/avatar.tsx'
import { outward } from '../../../ui/safe-link.ts'
import { WhenReached } from '../../../ui/when-reached.tsx'
import { ContactDetails } from './contact-details.tsx'
import { ContactLabels } from './contact-labels.tsx'
import { ContactNotes } from './contact-notes.tsx'
import { ContactActs, ContactDialog, ContactLead } from './contact-sheet.tsx'
import type { ContactsView, SearchPlace } from '../contacts-view.ts'
import { useDeed } from '../use-deed.ts'
import { nameOf } from './name-of.ts'
import { withNote } from './owner-notes.ts'
import { searchLink } from './search-links.ts'
import { readTags } from './tags.ts'

type Props = {
  view: ContactsView
  contact: ConnectedClient
  labels: readonly string[]
  call: Api['call']
  closeHref: string
  close(): void
  saw(): void
  changed(to: Partial<ConnectedClient>): void
  erased(): void
}

/** Everything about one contact. Looking at it is what makes it no longer new. */
export function OpenedContact({ view, contact, labels, call, closeHref, close, saw, changed, erased }: Props) {
  const { id, viewed } = contact
  const name = nameOf(contact)
  useEffect(() => {
    if (!viewed) saw()
  }, [viewed, saw])

  const keepTags = async (tags: string[]) => {
    await call('contacts.setTags', { input: { clientId: id, tags } })
    changed({ tags: tags.join(',') })
  }
  const keepNote = async (note: string) => {
    const entry = { Created: new Date().toISOString(), Note: note }
    await call('contacts.updateNotes', { input: { connectedClientId: id, notes: [entry] } })
    changed({ ownerNotes: withNote(contact.ownerNotes, entry) })
  }
  const erase = async () => {
    await call('contacts.erase', { input: { clientId: id } })
    erased()
  }

  return (
    <ContactDialog
      id={id}
      picture={<Avatar name={name} size={64} />}
      title={<span dir="auto">{name}</span>}
      lead={<ContactLead contact={contact} />}
      closeHref={closeHref}
      close={close}
    >
      <ContactActs contact={contact} />
      <ContactLabels
        id={id}
        tags={readTags(contact.tags)}
        labels={labels}
        keep={view.mayLabel ? keepTags : null}
        upgradeHref={view.upgradeHref}
      />
      <ContactDetails contact={contact} />
      <FindAndConnect contact={contact} places={view.places} />
      <ContactNotes id={id} notes={contact.ownerNotes} keep={keepNote} />
      <ContactErase id={id} name={name} erase={erase} />
    </ContactDialog>
  )
}

/** An address of a contact that is not there, or not for this plan. */
export function NoContact({ id, closeHref, close }: { id: string; closeHref: string; close(): void }) {
  const t = useTranslate()
  return <ContactDialog id={id} title={t('contacts.gone')} closeHref={closeHref} close={close} />
}

/** Asks before it erases, and says what goes. */
function ContactErase({ id, name, erase }: { id: string; name: string; erase(): Promise<void> }) {
  const t = useTranslate()
  const { isBusy, run } = useDeed()
  const needs = useNeedsReach()
  return (
    <details className="contact-erase">
      <SummaryButton kind="danger-line" size="small" icon="trash-2">
        {t('contacts.erase')}
      </SummaryButton>
      <form
        method="post"
        onSubmit={(event) => {
          event.preventDefault()
          void run(erase)
        }}
      >
        <input type="hidden" name="intent" value="erase" />
        <input type="hidden" name="id" value={id} />
        <p>{t('contacts.eraseSure', { name })}</p>
        <WhenReached {...needs}>
          <Button kind="danger" type="submit" isBusy={isBusy}>
            {t('contacts.eraseDo')}
          </Button>
        </WhenReached>
      </form>
    </details>
  )
}

const marks: Readonly<Record<string, BrandMark>> = { Google: 'google', Facebook: 'facebook', Instagram: 'instagram' }

/** Where else this person may be found. */
function FindAndConnect({ contact, places }: { contact: ConnectedClient; places: readonly SearchPlace[] }) {
  const t = useTranslate()
  const links = places.flatMap(({ name, url }) => {
    const href = searchLink(url, contact)
    return href ? [{ name, href, mark: ownOf(marks, name) }] : []
  })
  if (links.length === 0) return null
  return (
    <section className="contact-find" aria-labelledby="contact-find">
      <h3 id="contact-find">{t('contacts.find')}</h3>
      <ul>
        {links.map(({ name, href, mark }) => (
          <li key={name}>
            <a className="ui-icon-button line" href={href} {...outward}>
              <span className="sr-only">{t('contacts.findOn', { service: name })}</span>
              {mark ? <Mark name={mark} /> : <b aria-hidden="true">in</b>}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
