import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate, useRevalidator } from 'react-router'
import { type Api, isProblem } from '#contract/api.ts'
import { selectedContactsMax } from '#contract/contact-choices.ts'
import { freeContactCount, snackbarMs } from '#contract/constants.ts'
import type { ConnectedClient, ContactEdit } from '#contract/contacts.ts'
import { propertyOf } from '#common/property-of.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { useMarkContactViewed } from '../../platform/device/viewed-contacts.ts'
import { useOwnerCall } from '../../platform/api/use-owner-call.ts'
import { useServerRequired } from '../../platform/connection/use-reach.ts'
import { useSite } from '../../platform/use-site.ts'
import { ButtonLink } from '../../ui/button/button.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { Banner } from '../../ui/page/banner.tsx'
import { PageStyle } from '../../ui/page-style.tsx'
import { useToast } from '../../ui/overlay/toast.tsx'
import { ContactRows } from './list/contact-rows.tsx'
import sheetStyles from './sheet/contact-sheet.css?page-style'
import { contactsHref, searchOf } from './contacts-href.ts'
import { ContactsSearch } from './list/contacts-search.tsx'
import { labeledWords, matchingInput, selectedIn, type Selected } from './list/selected.ts'
import { Selection } from './list/selection.tsx'
import { ContactsFailed, NoContacts } from './list/contacts-state.tsx'
import { ContactsTools } from './list/contacts-tools.tsx'
import type { ContactsView, Matching, RejectedForm, UserError, ResultMessage } from './contacts-view.ts'
import listStyles from './contacts.css?page-style'
import { Badge } from '../../ui/status/badge.tsx'
import { nameOf } from './sheet/name-of.ts'
import { NewContact } from './new/new-contact.tsx'
import { contactEdit, issuesIn, newContactInput, typedIn } from './new/new-contact-input.ts'
import { NoContact, OpenedContact } from './sheet/opened-contact.tsx'
import { allTags, readTags } from './sheet/tags.ts'
import { ToTop } from './list/to-top.tsx'
import { contactIssueText, contactErrorText } from './use-mutation.ts'
import { useContactList } from './list/use-contact-list.ts'
import { useMatching } from './list/use-matching.ts'
import { useListPlace } from './list/use-list-place.ts'
import { ReaderContext, useReaderOf } from '../../platform/use-reader.ts'

type Props = { view: ContactsView; language: string; result: ResultMessage | null; rejected: RejectedForm | null }

/** The contacts. Search and open contact are in the address. */
export function ContactsPage({ view, language, result, rejected }: Props) {
  const t = useTranslate()
  const showToast = useToast()
  const navigate = useNavigate()
  const location = useLocation()
  const { alias } = view
  const call = useOwnerCall(alias)
  const search = new URLSearchParams(location.search)
  const searched = searchOf(search)
  const openedId = search.get('contact')
  const { list, change, more, fill, reload, retry } = useContactList({ view, searched, call })
  useListPlace(list.rows.length, fill)
  const [patches, setPatches] = useState<Readonly<Record<string, Partial<ConnectedClient>>>>({})
  const [labels, setLabels] = useState<readonly string[]>(view.labels)
  const [submissionId, setSubmissionId] = useState(view.submissionId)
  const [shared, setShared] = useState(view.shared)

  const [erasedId, setErasedId] = useState('')
  const known =
    erasedId === openedId ? null : (list.rows.find(({ id }) => id === openedId) ?? (view.openedId === openedId ? view.opened : undefined))
  const opened = useOpened({ id: openedId, known, call })
  const closeHref = contactsHref(alias, searched)
  const isSelecting = search.get('select') === 'on'
  const matching = useMatching({ view, list, isSelecting, call })
  const { revalidate } = useRevalidator()
  const serverReach = useServerRequired()

  const changed = (id: string, to: Partial<ConnectedClient>) => {
    change({ type: 'change', id, to })
    setPatches((now) => ({ ...now, [id]: { ...now[id], ...to } }))
    if (to.tags !== undefined) setLabels((now) => allTags(now, readTags(to.tags ?? '')))
  }
  const notifyShell = useMarkContactViewed()
  const markViewed = useMarkViewed(call, (id) => {
    changed(id, { viewed: true })
    notifyShell(id)
  })
  // Navigation is asynchronous: a second click or Escape must not go back twice.
  const isClosing = useRef(false)
  useEffect(() => {
    isClosing.current = false
  }, [location.key])
  const close = () => {
    if (isClosing.current) return
    isClosing.current = true
    const isOpenedFromList = propertyOf(location.state, 'isOpened')
    void (isOpenedFromList ? navigate(-1) : navigate(closeHref, { replace: true, preventScrollReset: true }))
  }

  /** Null if it was saved. */
  async function submit(form: FormData, fields: ContactEdit, save: () => Promise<unknown>): Promise<UserError | null> {
    const typed = typedIn(form)
    const wrong = Object.entries(issuesIn(fields)).map(([name, key]) => [name, t(key)])
    if (wrong.length > 0) return { message: t('problem.inputInvalid'), issues: Object.fromEntries(wrong), typed }
    try {
      await save()
      return null
    } catch (thrown) {
      const problem = isProblem(thrown) ? thrown.problem : null
      const issues = (problem?.issues ?? []).map((issue) => [
        issue.path.replace(/^fields\./, ''),
        contactIssueText(t, issue) ?? issue.message,
      ])
      return { message: contactErrorText(thrown, t), issues: Object.fromEntries(issues), typed, isConflict: problem?.status === 409 }
    }
  }

  const create = (form: FormData) =>
    submit(form, typedIn(form), async () => {
      const { id } = await call('contacts.create', { input: newContactInput(alias, form) })
      // Closed before it is replaced, and the focus returns to its button.
      document.getElementById('new-contact')?.hidePopover()
      document.querySelector<HTMLElement>('[popovertarget="new-contact"]')?.focus()
      // A new idempotency key for the next form.
      setSubmissionId(id)
      if (shared) forgetShared()
      showToast(t('contacts.saved', { name: String(form.get('name')) }), { forMs: snackbarMs.error })
      void reload()
    })

  async function edit(contact: ConnectedClient, form: FormData) {
    const input = contactEdit(form, contact)
    const { clientId, fields } = input
    const failure = await submit(form, fields, async () => changed(clientId, await call('contacts.change', { input })))
    if (!failure?.isConflict) return failure
    // The form shows both, and saves over what it has shown.
    await call('contacts.read', { params: { id: clientId } }).then(
      (now) => changed(clientId, now),
      () => {},
    )
    return { ...failure, message: t('contacts.editConflict') }
  }

  /** Saved as a contact: clears it from the form and the address. */
  function forgetShared() {
    setShared(null)
    void navigate(contactsHref(alias, searched), { replace: true, preventScrollReset: true })
  }

  async function changeSelected(form: FormData): Promise<boolean> {
    const { clientIds, matching: all, labels: changes, intent, missing } = selectedIn(form)
    if (missing) {
      showToast(t(missing, { max: selectedContactsMax }), { forMs: snackbarMs.notice })
      return false
    }
    if (all !== null) return changeMatching(intent, all, changes)
    if (intent === 'eraseSeveral') return eraseSelected(clientIds)
    await labelSelected(intent, clientIds, changes)
    return true
  }

  /** All that match, also those that aren't loaded. */
  async function changeMatching(intent: Selected['intent'], all: Matching, changes: Selected['labels']): Promise<boolean> {
    const input = matchingInput(alias, list.of, all)
    let show = () => {}
    try {
      const done =
        intent === 'eraseSeveral'
          ? t('contacts.erasedSeveral', { count: (await call('contacts.eraseMatching', { input })).count })
          : labeledWords(t, intent, await call('contacts.labelMatching', { input: { ...input, ...changes } }))
      show = () => showToast(done, { forMs: snackbarMs.notice })
    } catch (thrown) {
      const status = isProblem(thrown) ? thrown.problem.status : 500
      if (status < 500 && status !== 409) throw thrown
      show = () =>
        showToast(t(status === 409 ? 'contacts.matchingChanged' : 'contacts.matchingFailed'), { kind: 'error', forMs: snackbarMs.notice })
      if (status !== 409) {
        show()
        // Some batches may be done. The page stays, also without a connection.
        void reload()
        return false
      }
    }
    // Refetches the list, the labels and the counts of the menu.
    await revalidate()
    document.getElementById('content')?.focus({ preventScroll: true })
    show()
    return false
  }

  async function labelSelected(intent: Selected['intent'], clientIds: string[], changes: Selected['labels']) {
    const { tags, removedTags } = changes
    const labeled = await call('contacts.labelSeveral', { input: { clientIds, ...changes } })
    // Reloads to show which were labeled, and without contacts that lost the label of the filter.
    if (labeled.refused > 0 || removedTags.includes(list.of.label)) void reload()
    else
      for (const { id, tags: before } of list.rows)
        if (clientIds.includes(id)) {
          const rest = readTags(before).filter((tag) => !removedTags.includes(tag))
          changed(id, { tags: allTags(rest, tags).join(',') })
        }
    showToast(labeledWords(t, intent, labeled), { forMs: snackbarMs.notice })
  }

  /** False if that ends the selection. */
  async function eraseSelected(clientIds: string[]): Promise<boolean> {
    const { count } = await call('contacts.eraseSeveral', { input: { clientIds } })
    const isErased = ({ id }: ConnectedClient) => clientIds.includes(id)
    // The menu's count of new contacts.
    for (const contact of list.rows) if (isErased(contact) && !contact.viewed) notifyShell(contact.id)
    showToast(t('contacts.erasedSeveral', { count }), { forMs: snackbarMs.notice })
    // Also before a reload: beyond the count, only this says that other contacts match now.
    for (const id of clientIds) change({ type: 'erase', id })
    if (!list.rows.every(isErased)) return true
    // Older contacts may follow, and no row is left whose scrolling would load them.
    void reload()
    void navigate(closeHref, { replace: true })
    document.getElementById('content')?.focus({ preventScroll: true })
    return false
  }

  const hasRows = list.rows.length > 0 || list.state === 'searching'
  const rejectedSelection = rejected?.form === 'several' ? rejected : null
  const selected = isSelecting ? (rejectedSelection?.selected ?? []) : null
  const rows = <ContactRows alias={alias} list={list} selected={selected} more={more} />
  const isEmpty = list.state === 'ready' && list.rows.length === 0
  const quarantinedCount = view.first?.metaData.quarantinedCount ?? 0
  const count = new Intl.NumberFormat(language).format(list.total)
  const isShort = list.hidden > 0 || !view.maySeeAll
  return (
    <ReaderContext value={useReaderOf(language, view.now)}>
      <div className="contacts">
        <ContactsStyle />
        <PageHeader
          title={t('page.myContacts')}
          mark={<small aria-hidden="true">{list.state === 'failed' ? '' : list.isOver ? `${count}+` : count}</small>}
          actions={<ContactsTools alias={alias} searched={searched} isSelecting={isSelecting} reload={() => void reload()} />}
        />
        {result && (
          <Banner kind={result.isBad ? 'bad' : 'ok'} isLive>
            {result.text}
          </Banner>
        )}
        {shared && (
          <Banner kind="ok" isLive>
            {t('contacts.sharedHere')}
          </Banner>
        )}
        <ContactsSearch
          alias={alias}
          searched={searched}
          labels={labels}
          isSelecting={isSelecting}
          search={(q) =>
            void navigate(contactsHref(alias, { ...searched, q }, { isSelecting }), { replace: true, preventScrollReset: true })
          }
        />
        <p className="ui-field-note">
          <Icon name="clock" />
          {t('contacts.delay')}
        </p>
        {quarantinedCount > 0 && (
          <p className="ui-field-note">
            <Badge kind="warn">{t('contacts.quarantined')}</Badge>
            {t('contacts.quarantinedCount', { count: quarantinedCount })}
          </p>
        )}
        <p className="sr-only" role="status">
          {list.state === 'ready'
            ? t(list.isOver ? 'contacts.countOver' : 'contacts.count', { count: list.total })
            : list.state === 'failed'
              ? ''
              : t('contacts.loading')}
        </p>
        {isEmpty && <NoContacts of={list.of} />}
        {hasRows && !isSelecting && rows}
        {hasRows && isSelecting && (
          <Selection
            labels={labels}
            mayLabel={view.mayLabel}
            closeHref={closeHref}
            rejected={rejectedSelection}
            matching={matching}
            tagsOf={(id) => readTags(list.rows.find((row) => row.id === id)?.tags ?? '')}
            serverReach={serverReach}
            act={changeSelected}
          >
            {rows}
          </Selection>
        )}
        {list.state === 'failed' && <ContactsFailed href={contactsHref(alias, searched, { isSelecting })} onRetry={() => void retry()} />}
        {isShort && list.state === 'ready' && <UpgradePanel hiddenCount={list.hidden} href={view.upgradeHref} price={view.price} />}
        <ToTop />
        <NewContact
          key={submissionId}
          labels={view.mayLabel ? labels : []}
          submissionId={submissionId}
          rejected={rejected?.form === 'new' ? rejected : null}
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
            rejected={rejected?.form === 'edit' ? rejected : null}
            edit={(form) => edit(opened, form)}
            markViewed={() => markViewed(opened.id)}
            changed={(to) => changed(opened.id, to)}
            erased={() => {
              setErasedId(opened.id)
              close()
              change({ type: 'erase', id: opened.id })
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
      <PageStyle name="contacts" styles={listStyles} />
      <PageStyle name="contact-sheet" styles={sheetStyles} />
    </>
  )
}

/** Contacts that the free plan hides, with an upgrade link; without plans, an administrator hides them. */
function UpgradePanel({ hiddenCount, href, price }: { hiddenCount: number; href: string; price: string }) {
  const t = useTranslate()
  const { hasPlans } = useSite()
  const visibleCount = freeContactCount
  if (!hasPlans) return <Banner kind="info">{t('restricted.ownerOffMore')}</Banner>
  return (
    <section aria-label={t('restricted.upgrade')}>
      <Banner
        kind="brass"
        title={
          hiddenCount > 0
            ? t('contacts.upgrade', { visible: visibleCount, count: hiddenCount })
            : t('contacts.upgradeBare', { visible: visibleCount })
        }
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
type Deps = { id: string | null; known: Found; call: Api['call'] }

/** The contact in the address, loaded if needed; undefined while loading, null if there is none. */
function useOpened({ id, known, call }: Deps): Found {
  const [loaded, setLoaded] = useState<{ id: string; contact: ConnectedClient | null } | null>(null)
  const isUnknown = known === undefined
  useEffect(() => {
    if (!id || !isUnknown || loaded?.id === id) return
    let isOver = false
    const answer = (contact: ConnectedClient | null) => !isOver && setLoaded({ id, contact })
    call('contacts.read', { params: { id } }).then(answer, () => answer(null))
    return () => {
      isOver = true
    }
  }, [id, isUnknown, loaded, call])
  if (!id) return null
  if (!isUnknown) return known
  return loaded?.id === id ? loaded.contact : undefined
}

/** Marks a contact as viewed, once. If that fails, it is new again on the next visit. */
function useMarkViewed(call: Api['call'], visible: (id: string) => void) {
  const sent = useRef(new Set<string>())
  return (id: string) => {
    if (sent.current.has(id)) return
    sent.current.add(id)
    visible(id)
    call('contacts.setViewed', { input: { clientId: id } }).catch(() => sent.current.delete(id))
  }
}
