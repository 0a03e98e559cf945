import { useEffect } from 'react'
import type { Api } from '#contract/api.ts'
import { snackbarMs } from '#contract/constants.ts'
import type { ConnectedClient } from '#contract/contacts.ts'
import { ownProperty } from '#common/own-property.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { useServerRequired } from '../../../platform/connection/use-reach.ts'
import { useSite } from '../../../platform/use-site.ts'
import { Button, SummaryButton } from '../../../ui/button/button.tsx'
import type { BrandMark } from '../../../ui/icons/icon-names.ts'
import { Mark } from '../../../ui/icons/icon.tsx'
import { Avatar } from '../../../ui/list/avatar.tsx'
import { useToast } from '../../../ui/overlay/toast.tsx'
import { outward } from '../../../ui/safe-link.ts'
import { OnlineOnly } from '../../../ui/online-only.tsx'
import { ContactConnections } from './contact-connections.tsx'
import { ContactDetails } from './contact-details.tsx'
import { ContactEdit } from './contact-edit.tsx'
import { ContactLabels } from './contact-labels.tsx'
import { ContactNotes } from './contact-notes.tsx'
import { ContactActions, ContactDialog, ContactLead } from './contact-sheet.tsx'
import type { ContactsView, SearchPlace, UserError } from '../contacts-view.ts'
import { useMutation } from '../use-mutation.ts'
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
  /** The error of the edit posted without script. */
  rejected: UserError | null
  edit(form: FormData): Promise<UserError | null>
  markViewed(): void
  changed(to: Partial<ConnectedClient>): void
  erased(): void
}

/** Everything about one contact. Opening it marks it as viewed. */
export function OpenedContact({ view, contact, labels, call, closeHref, close, rejected, edit, markViewed, changed, erased }: Props) {
  const { id, viewed } = contact
  const name = nameOf(contact)
  const t = useTranslate()
  const showToast = useToast()
  useEffect(() => {
    if (!viewed) markViewed()
  }, [viewed, markViewed])

  const saveTags = async (tags: string[]) => {
    await call('contacts.setTags', { input: { clientId: id, tags } })
    changed({ tags: tags.join(',') })
  }
  const saveNote = async (note: string) => {
    const entry = { Created: new Date().toISOString(), Note: note }
    await call('contacts.updateNotes', { input: { connectedClientId: id, notes: [entry] } })
    changed({ ownerNotes: withNote(contact.ownerNotes, entry) })
  }
  const release = async () => {
    await call('contacts.release', { input: { clientId: id } })
    changed({ isQuarantined: false })
    showToast(t('contacts.released', { name }), { forMs: snackbarMs.notice })
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
      <ContactActions contact={contact} release={release} />
      <ContactLabels
        id={id}
        tags={readTags(contact.tags)}
        labels={labels}
        save={view.mayLabel ? saveTags : null}
        upgradeHref={view.upgradeHref}
      />
      <ContactDetails contact={contact} />
      <ContactEdit contact={contact} rejected={rejected} save={edit} />
      <FindAndConnect contact={contact} places={view.places} />
      <ContactConnections alias={view.alias} id={id} sent={view.openedId === id ? view.sent : null} call={call} />
      <ContactNotes id={id} notes={contact.ownerNotes} save={saveNote} />
      <ContactErase id={id} name={name} erase={erase} />
    </ContactDialog>
  )
}

/** The contact does not exist, or the plan hides it. */
export function NoContact({ id, closeHref, close }: { id: string; closeHref: string; close(): void }) {
  const t = useTranslate()
  const { hasPlans } = useSite()
  return <ContactDialog id={id} title={t('contacts.notFound', { plans: hasPlans })} closeHref={closeHref} close={close} />
}

/** Deletes after a confirmation. */
function ContactErase({ id, name, erase }: { id: string; name: string; erase(): Promise<void> }) {
  const t = useTranslate()
  const { isBusy, run } = useMutation()
  const serverReach = useServerRequired()
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
        <OnlineOnly {...serverReach}>
          <Button kind="danger" type="submit" isBusy={isBusy}>
            {t('contacts.eraseDo')}
          </Button>
        </OnlineOnly>
      </form>
    </details>
  )
}

const marks: Readonly<Record<string, BrandMark>> = { Google: 'google', Facebook: 'facebook', Instagram: 'instagram' }

/** Links that search for this person elsewhere. */
function FindAndConnect({ contact, places }: { contact: ConnectedClient; places: readonly SearchPlace[] }) {
  const t = useTranslate()
  const links = places.flatMap(({ name, url }) => {
    const href = searchLink(url, contact)
    return href ? [{ name, href, mark: ownProperty(marks, name) }] : []
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
