import { pathTo } from '#common/path-to.ts'
import {
  useActionData,
  useLoaderData,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  type ShouldRevalidateFunctionArgs,
  redirect,
} from 'react-router'
import { contactsPageSize } from '#contract/constants.ts'
import { selectedContactsMax } from '#contract/contact-choices.ts'
import { ownerHref } from '#contract/pages.ts'
import { contactsHref, exportAgain, exportFormats, pageOf, searchOf } from '../../features/contacts/contacts-href.ts'
import { ContactsPage } from '../../features/contacts/contacts-page.tsx'
import { readSharedCookie } from '../../features/contacts/new/shared-cookie.ts'
import type { ContactsView, RejectedForm, ResultMessage } from '../../features/contacts/contacts-view.ts'
import { contactEdit, issuesIn, newContactInput, typedIn } from '../../features/contacts/new/new-contact-input.ts'
import { searchPlaces } from '../../features/contacts/sheet/search-links.ts'
import { isSelectionIntent, labeledWords, matchingInput, selectedIn } from '../../features/contacts/list/selected.ts'
import { searchInput } from '../../features/contacts/list/contact-list.ts'
import { matchingOf, matchingSearch } from '../../features/contacts/list/use-matching.ts'
import { chosenTags } from '../../features/contacts/sheet/tags.ts'
import { apiContext, siteContext } from '../../platform/router-context.ts'
import { timeZoneOf } from '../../platform/visits/time-zone.ts'
import { subscriptionHref } from '../../loaders/account-links.ts'
import { readOrNull } from '../../loaders/login-again.ts'
import { metas } from '../metas.ts'
import { loginHref } from '../../loaders/open-account.ts'
import { fieldOf, submitForm } from '../../loaders/submit-form.ts'
import { openOwner, type OpenOwner } from '../../loaders/open-owner.ts'
import type { Owner } from '../../loaders/owner-of.ts'
import { translateFor } from '../../loaders/translate-for.ts'
import { useLanguage } from '../shell/use-language.ts'
import { formatMonthlyPrice } from '../../loaders/subscription/format-monthly-price.ts'

export async function loader(args: LoaderFunctionArgs) {
  const open = await openOwner(args)
  await loadExport(args, open.owner.alias)
  const { productName } = args.context.get(siteContext)
  const t = translateFor(args.request)
  const isBack = new URL(args.request.url).searchParams.get('export') === exportAgain
  const result = isBack ? { text: t('contacts.exportAgain'), isBad: false } : null
  return { view: await loadContacts(args, open), result, title: [t('page.myContacts'), productName].join(' | ') }
}

export async function action(args: ActionFunctionArgs) {
  const { owner } = await openOwner(args)
  return changeContacts(args, owner)
}

/** With scripts, the page itself loads searches and opened contacts. */
export function shouldRevalidate({ currentUrl, nextUrl, formMethod = 'GET' }: ShouldRevalidateFunctionArgs) {
  return currentUrl.pathname !== nextUrl.pathname || currentUrl.search === nextUrl.search || formMethod !== 'GET'
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => metas({ title: loaderData?.title ?? '', isListed: false })

export default function OwnerContacts() {
  const { view, result } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  // A reload starts a new list.
  return (
    <ContactsPage
      key={view.now}
      view={view}
      language={useLanguage()}
      result={answer?.result ?? result}
      rejected={answer?.refused ?? null}
    />
  )
}

/** An export address redirects to the file, or through the login back to the list with a note to click again. */
async function loadExport({ request, context }: Pick<LoaderFunctionArgs, 'request' | 'context'>, alias: string): Promise<void> {
  const search = new URL(request.url).searchParams
  const format = exportFormats.find((known) => known === search.get('export'))
  if (!format) return
  if ((await context.get(apiContext).call('privacy.read')).isLoginRecent) {
    const timeZone = timeZoneOf(request)
    throw redirect(`${pathTo('contacts.exportAll', { format })}?${new URLSearchParams({ alias, ...(timeZone !== 'UTC' && { timeZone }) })}`)
  }
  search.set('export', exportAgain)
  throw redirect(loginHref(`${ownerHref(alias, 'myContacts')}?${search}`, 'export'))
}

/** Loads the first contacts of a search. A failure is returned as a state; a 401 redirects to the login. */
async function loadContacts(args: LoaderFunctionArgs, { owner: { alias, may }, services }: OpenOwner): Promise<ContactsView> {
  const api = args.context.get(apiContext)
  const search = new URL(args.request.url).searchParams
  const searched = searchOf(search)
  const page = pageOf(search)
  const openedId = search.get('contact')
  const orNull = readOrNull(args.request, alias)

  const [first, labels, matching] = await Promise.all([
    orNull(
      api.call('contacts.search', {
        params: { page, pageSize: contactsPageSize, tag: 'none' },
        input: searchInput(alias, searched),
      }),
    ),
    orNull(api.call('contacts.labels', { query: { alias } })),
    search.get('select') === 'on' ? orNull(api.call('contacts.search', matchingSearch(alias, searched))) : null,
  ])
  const isAmongFirst = first?.results.some(({ id }) => id === openedId)
  return {
    alias,
    upgradeHref: subscriptionHref(alias),
    price: formatMonthlyPrice(args),
    mayLabel: may.labels,
    maySeeAll: may.contacts,
    searched,
    page,
    first,
    matching: matchingOf(matching),
    labels: labels ?? [],
    openedId,
    opened: openedId && !isAmongFirst ? await orNull(api.call('contacts.read', { params: { id: openedId } })) : null,
    sent: openedId ? await orNull(api.call('connections.ofContact', { params: { alias, contactId: openedId } })) : null,
    places: searchPlaces(services),
    shared: search.has('shared') ? readSharedCookie(args.request) : null,
    submissionId: crypto.randomUUID(),
    now: new Date().toISOString(),
  }
}

type ContactsAnswer = { result: ResultMessage | null; refused: RejectedForm | null }

/** Handles forms posted without a script: the same calls, then the page again. */
async function changeContacts(args: ActionFunctionArgs, { alias }: Owner): Promise<ContactsAnswer> {
  const form = await args.request.formData()
  const { call } = args.context.get(apiContext)
  const clientId = fieldOf(form, 'id')
  const allHref = contactsHref(alias, { q: '', label: '' })
  const { pathname, search } = new URL(args.request.url)
  const here = pathname.replace(/\.data$/, '') + search

  const intent = fieldOf(form, 'intent')
  if (intent === 'create' || intent === 'edit') {
    const t = translateFor(args.request)
    const before = intent === 'edit' ? await submitForm(args.request, () => call('contacts.read', { params: { id: clientId } })) : null
    if (before?.failure) return { result: { text: before.failure.message, isBad: true }, refused: null }
    const edited = before && contactEdit(form, before.value)
    const typed = typedIn(form)
    const wrong: Record<string, string> = Object.fromEntries(
      Object.entries(issuesIn(edited?.fields ?? typed)).map(([name, key]) => [name, t(key)]),
    )
    const send = () =>
      edited ? call('contacts.change', { input: edited }) : call('contacts.create', { input: newContactInput(alias, form) })
    const isWrong = Object.keys(wrong).length > 0
    const { failure } = isWrong
      ? { failure: { message: t('problem.inputInvalid'), issues: wrong, status: 422 } }
      : await submitForm<unknown>(args.request, send)
    if (!failure) throw redirect(edited ? here : allHref)
    const isConflict = edited !== null && failure.status === 409
    const message = isConflict ? t('contacts.editConflict') : failure.message
    const issues = Object.fromEntries(Object.entries(failure.issues).map(([path, words]) => [path.replace(/^fields\./, ''), words]))
    const text = [message, ...Object.values(issues)].join(' ')
    return {
      result: { text, isBad: true },
      refused: { form: edited ? 'edit' : 'new', message, issues, typed, isConflict },
    }
  }
  if (isSelectionIntent(intent)) return changeSelected(args, alias, form)
  const { failure } = await submitForm<unknown>(args.request, async () => {
    switch (intent) {
      case 'labels':
        return call('contacts.setTags', { input: { clientId, tags: chosenTags(form) } })
      case 'note': {
        const notes = [{ Created: new Date().toISOString(), Note: fieldOf(form, 'note').trim() }]
        return call('contacts.updateNotes', { input: { connectedClientId: clientId, notes } })
      }
      case 'release':
        return call('contacts.release', { input: { clientId } })
      case 'resend':
        return call('connections.resend', { input: { alias, id: fieldOf(form, 'connection'), eventId: fieldOf(form, 'event') } })
      case 'erase':
        return call('contacts.erase', { input: { clientId } })
    }
  })
  if (!failure) throw redirect(intent === 'erase' ? allHref : here)
  return { result: { text: Object.values(failure.issues).join(' ') || failure.message, isBad: true }, refused: null }
}

async function changeSelected({ request, context }: ActionFunctionArgs, alias: string, form: FormData): Promise<ContactsAnswer> {
  const t = translateFor(request)
  const { call } = context.get(apiContext)
  const { clientIds, matching, labels, intent, missing } = selectedIn(form)
  const rejected = (text: string, isConflict = false): ContactsAnswer => ({
    result: { text, isBad: true },
    refused: {
      form: 'several',
      message: text,
      issues: {},
      typed: { intent, newTag: fieldOf(form, 'newTag'), matching: matching !== null && !isConflict ? 'on' : '' },
      selected: clientIds,
      tags: form.getAll('tag').map(String),
    },
  })
  if (missing) return rejected(t(missing, { max: selectedContactsMax }))
  const all = matching === null ? null : matchingInput(alias, searchOf(new URL(request.url).searchParams), matching)
  const label = () =>
    all
      ? call('contacts.labelMatching', { input: { ...all, ...labels } })
      : call('contacts.labelSeveral', { input: { clientIds, ...labels } })
  const erase = () => (all ? call('contacts.eraseMatching', { input: all }) : call('contacts.eraseSeveral', { input: { clientIds } }))
  const { value: text, failure } = await submitForm(request, async () =>
    intent === 'eraseSeveral' ? t('contacts.erasedSeveral', { count: (await erase()).count }) : labeledWords(t, intent, await label()),
  )
  if (failure?.status === 409) return rejected(t('contacts.matchingChanged'), true)
  if (failure) return rejected([failure.message, ...Object.values(failure.issues)].join(' '))
  return { result: { text, isBad: false }, refused: null }
}
