import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { type Api, isRefused } from '#contract/api.ts'
import { freeContactCount, snackbarMs } from '#contract/constants.ts'
import type { ConnectedClient } from '#contract/contacts.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { useSeenContacts } from '../../platform/device/seen-contacts.ts'
import { useOwnerCall } from '../../platform/api/use-owner-call.ts'
import { ButtonLink } from '../../ui/button/button.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { Banner } from '../../ui/page/banner.tsx'
import { PageStyle } from '../../ui/page-style.tsx'
import { useToast } from '../../ui/overlay/toast.tsx'
import { ContactRows } from './list/contact-rows.tsx'
import sheet from './sheet/contact-sheet.css?inline'
import sheetHref from './sheet/contact-sheet.css?url'
import { contactsHref, wantedOf } from './contacts-href.ts'
import { ContactsSearch } from './list/contacts-search.tsx'
import { ContactsFailed, NoContacts } from './list/contacts-state.tsx'
import { ContactsTools } from './list/contacts-tools.tsx'
import type { ContactsView, Refusal, Told } from './contacts-view.ts'
import list from './contacts.css?inline'
import listHref from './contacts.css?url'
import { Badge } from '../../ui/status/badge.tsx'
import { nameOf } from './sheet/name-of.ts'
import { NewContact } from './new/new-contact.tsx'
import { faultsIn, newContactInput } from './new/new-contact-input.ts'
import { NoContact, OpenedContact } from './sheet/opened-contact.tsx'
import { allTags, readTags } from './sheet/tags.ts'
import { ToTop } from './list/to-top.tsx'
import { refusalSaid } from './use-deed.ts'
import { useContactList } from './list/use-contact-list.ts'
import { useListPlace } from './list/use-list-place.ts'
import { ReaderContext, useReaderOf } from './list/use-reader.ts'

type Props = { view: ContactsView; language: string; told: Told | null; refused: Refusal | null }

/** Everybody who left their details. What is searched and who is open stand in the address. */
export function ContactsPage({ view, language, told, refused }: Props) {
  const t = useTranslate()
  const showToast = useToast()
  const navigate = useNavigate()
  const location = useLocation()
  const { alias } = view
  const call = useOwnerCall(alias)
  const search = new URLSearchParams(location.search)
  const wanted = wantedOf(search)
  const openedId = search.get('contact')
  const { list, change, more, fill, reload, again } = useContactList({ view, wanted, call })
  useListPlace(list.rows.length, fill)
  const [patches, setPatches] = useState<Readonly<Record<string, Partial<ConnectedClient>>>>({})
  const [labels, setLabels] = useState<readonly string[]>(view.labels)
  const [submissionId, setSubmissionId] = useState(view.submissionId)
  const [shared, setShared] = useState(view.shared)

  const [erasedId, setErasedId] = useState('')
  const known =
    erasedId === openedId ? null : (list.rows.find(({ id }) => id === openedId) ?? (view.openedId === openedId ? view.opened : undefined))
  const opened = useOpened({ id: openedId, known, call })
  const closeHref = contactsHref(alias, wanted)

  const changed = (id: string, to: Partial<ConnectedClient>) => {
    change({ did: 'change', id, to })
    setPatches((now) => ({ ...now, [id]: { ...now[id], ...to } }))
    if (to.tags !== undefined) setLabels((now) => allTags(now, readTags(to.tags ?? '')))
  }
  const saw = useSeeing(call, (id) => changed(id, { viewed: true }))
  // Going back takes a moment, and a second click or Escape may come before it: only the first goes back.
  const isClosing = useRef(false)
  useEffect(() => {
    isClosing.current = false
  }, [location.key])
  const close = () => {
    if (isClosing.current) return
    isClosing.current = true
    const isOurs: unknown = location.state && Reflect.get(Object(location.state), 'isOpened')
    void (isOurs ? navigate(-1) : navigate(closeHref, { replace: true, preventScrollReset: true }))
  }

  async function create(form: FormData) {
    const wrong = Object.entries(faultsIn(form)).map(([name, key]) => [name, t(key)])
    if (wrong.length > 0) return { message: t('contacts.correct'), faults: Object.fromEntries(wrong) }
    try {
      const { id } = await call('contacts.create', { input: newContactInput(alias, form) })
      // Shut before it is another one, and focus goes back to what opened it.
      document.getElementById('new-contact')?.hidePopover()
      document.querySelector<HTMLElement>('[popovertarget="new-contact"]')?.focus()
      // The next form is another one: it takes its name from what this one made.
      setSubmissionId(id)
      if (shared) forgetShared()
      showToast(t('contacts.saved', { name: String(form.get('name')) }), { forMs: snackbarMs.error })
      void reload()
      return null
    } catch (thrown) {
      const faults = isRefused(thrown) ? (thrown.problem.faults ?? []) : []
      return { message: refusalSaid(thrown, t), faults: Object.fromEntries(faults.map(({ path, message }) => [path, message])) }
    }
  }

  /** It has become a contact: neither the form nor the address speaks of it any more. */
  function forgetShared() {
    setShared(null)
    void navigate(contactsHref(alias, wanted), { replace: true, preventScrollReset: true })
  }

  const isEmpty = list.state === 'ready' && list.rows.length === 0
  const heldCount = view.first?.metaData.heldCount ?? 0
  const isShort = list.hidden > 0 || !view.maySeeAll
  return (
    <ReaderContext value={useReaderOf(language, view.now)}>
      <div className="contacts">
        <ContactsStyle />
        <div className="contacts-head">
          <h1>
            {t('page.myContacts')} <span aria-hidden="true">{list.state === 'failed' ? '' : list.total}</span>
          </h1>
          <ContactsTools alias={alias} wanted={wanted} reload={() => void reload()} />
        </div>
        {told && (
          <Banner kind={told.isBad ? 'bad' : 'ok'} isLive>
            {told.text}
          </Banner>
        )}
        {shared && (
          <Banner kind="ok" isLive>
            {t('contacts.sharedHere')}
          </Banner>
        )}
        <ContactsSearch
          alias={alias}
          wanted={wanted}
          labels={labels}
          search={(q) => void navigate(contactsHref(alias, { ...wanted, q }), { replace: true, preventScrollReset: true })}
        />
        <p className="contacts-note">
          <Icon name="clock" />
          {t('contacts.delay')}
        </p>
        {heldCount > 0 && (
          <p className="contacts-note">
            <Badge kind="warn">{t('contacts.held')}</Badge>
            {t('contacts.heldCount', { count: heldCount })}
          </p>
        )}
        <p className="sr-only" role="status">
          {list.state === 'ready' ? t('contacts.count', { count: list.total }) : list.state === 'failed' ? '' : t('contacts.loading')}
        </p>
        {isEmpty && <NoContacts of={list.of} />}
        {(list.rows.length > 0 || list.state === 'searching') && <ContactRows alias={alias} list={list} more={more} />}
        {list.state === 'failed' && <ContactsFailed href={closeHref} again={() => void again()} />}
        {isShort && list.state === 'ready' && <UpgradePanel hiddenCount={list.hidden} href={view.upgradeHref} price={view.price} />}
        <ToTop />
        <NewContact
          key={submissionId}
          labels={view.mayLabel ? labels : []}
          submissionId={submissionId}
          refused={refused}
          shared={shared}
          send={create}
        />
        {openedId && opened === null && erasedId !== openedId && <NoContact id={openedId} closeHref={closeHref} close={close} />}
        {opened && (
          <OpenedContact
            key={opened.id}
            view={view}
            contact={{ ...opened, ...patches[opened.id] }}
            labels={labels}
            call={call}
            closeHref={closeHref}
            close={close}
            saw={() => saw(opened.id)}
            changed={(to) => changed(opened.id, to)}
            erased={() => {
              setErasedId(opened.id)
              close()
              change({ did: 'erase', id: opened.id })
              showToast(t('contacts.erased', { name: nameOf(opened) }), { forMs: snackbarMs.notice })
            }}
          />
        )}
      </div>
    </ReaderContext>
  )
}

/** The list, and the sheet over it. */
function ContactsStyle() {
  return (
    <>
      <PageStyle name="contacts" css={import.meta.env.SSR ? list : ''} href={listHref} weight="part" />
      <PageStyle name="contact-sheet" css={import.meta.env.SSR ? sheet : ''} href={sheetHref} weight="part" />
    </>
  )
}

/** What the free plan keeps behind the door, and the way to open it. Nothing is lost meanwhile. */
function UpgradePanel({ hiddenCount, href, price }: { hiddenCount: number; href: string; price: string }) {
  const t = useTranslate()
  const seen = freeContactCount
  return (
    <section aria-label={t('restricted.upgrade')}>
      <Banner
        kind="brass"
        title={hiddenCount > 0 ? t('contacts.upgrade', { seen, count: hiddenCount }) : t('contacts.upgradeBare', { seen })}
        action={
          <ButtonLink kind="brass" href={href}>
            {t('restricted.upgrade')}
          </ButtonLink>
        }
      >
        {t('restricted.price', { price })}
      </Banner>
    </section>
  )
}

type Found = ConnectedClient | null | undefined
type Needs = { id: string | null; known: Found; call: Api['call'] }

/** The contact in the address, as far as it is known or by asking for it; undefined while asking, null where there is none. */
function useOpened({ id, known, call }: Needs): Found {
  const [asked, setAsked] = useState<{ id: string; contact: ConnectedClient | null } | null>(null)
  const isUnknown = known === undefined
  useEffect(() => {
    if (!id || !isUnknown || asked?.id === id) return
    let isOver = false
    const answer = (contact: ConnectedClient | null) => !isOver && setAsked({ id, contact })
    call('contacts.read', { params: { id } }).then(answer, () => answer(null))
    return () => {
      isOver = true
    }
  }, [id, isUnknown, asked, call])
  if (!id) return null
  if (!isUnknown) return known
  return asked?.id === id ? asked.contact : undefined
}

/** Says once of a contact that it has been seen. If that does not arrive, it is new again on the next visit. */
function useSeeing(call: Api['call'], shown: (id: string) => void) {
  const tellFrame = useSeenContacts()
  const said = useRef(new Set<string>())
  return (id: string) => {
    if (said.current.has(id)) return
    said.current.add(id)
    shown(id)
    tellFrame(id)
    call('contacts.setViewed', { input: { clientId: id } }).catch(() => said.current.delete(id))
  }
}
