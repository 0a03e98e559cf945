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
import { ownerHref } from '#contract/pages.ts'
import { contactsHref, exportAgain, exportFormats, pageOf, wantedOf } from '../../features/contacts/contacts-href.ts'
import { ContactsPage } from '../../features/contacts/contacts-page.tsx'
import { carriedShared } from '../../features/contacts/new/carry-shared.ts'
import type { ContactsView, Refusal, Told } from '../../features/contacts/contacts-view.ts'
import { faultsIn, newContactInput, typedIn } from '../../features/contacts/new/new-contact-input.ts'
import { searchPlaces } from '../../features/contacts/sheet/search-links.ts'
import { chosenTags } from '../../features/contacts/sheet/tags.ts'
import { apiContext, siteContext } from '../../platform/provided.ts'
import { subscriptionHref } from '../account/account-links.ts'
import { readOrNull } from '../account/login-again.ts'
import { metas } from '../metas.ts'
import { loginHref } from '../account/open-account.ts'
import { fieldOf, tried } from '../admin/tried.ts'
import { openOwner, type OpenOwner, type Owner } from './open-owner.ts'
import { translateFor } from '../translate-for.ts'
import { useLanguage } from '../card/shell/use-language.ts'
import { priceFor } from './price-for.ts'

export async function loader(args: LoaderFunctionArgs) {
  const open = await openOwner(args)
  await bringExport(args, open.owner.alias)
  const { productName } = args.context.get(siteContext)
  const t = translateFor(args.request)
  const isBack = new URL(args.request.url).searchParams.get('export') === exportAgain
  const told = isBack ? { text: t('contacts.exportAgain'), isBad: false } : null
  return { view: await loadContacts(args, open), told, title: [t('page.myContacts'), productName].join(' | ') }
}

export async function action(args: ActionFunctionArgs) {
  const { owner } = await openOwner(args)
  return changeContacts(args, owner)
}

/** Where scripts run, another search or an opened contact is asked for by the page itself. */
export function shouldRevalidate({ currentUrl, nextUrl, formMethod = 'GET' }: ShouldRevalidateFunctionArgs) {
  return currentUrl.pathname !== nextUrl.pathname || currentUrl.search === nextUrl.search || formMethod !== 'GET'
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => metas({ title: loaderData?.title ?? '', isListed: false })

export default function OwnerContacts() {
  const { view, told } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  // Loaded anew, it is a new list.
  return <ContactsPage key={view.now} view={view} language={useLanguage()} told={answer?.told ?? told} refused={answer?.refused ?? null} />
}

/** An address that asks for all contacts leads to the file, or by the login back to the list, which says that it can be pressed again. */
async function bringExport({ request, context }: Pick<LoaderFunctionArgs, 'request' | 'context'>, alias: string): Promise<void> {
  const search = new URL(request.url).searchParams
  const format = exportFormats.find((known) => known === search.get('export'))
  if (!format) return
  if ((await context.get(apiContext).call('privacy.read')).isFresh)
    throw redirect(`${pathTo('contacts.exportAll', { format })}?${new URLSearchParams({ alias })}`)
  search.set('export', exportAgain)
  throw redirect(loginHref(`${ownerHref(alias, 'myContacts')}?${search}`, 'export'))
}

/** The first contacts of a search. What cannot be read now is told as such; being signed out leads to the login. */
async function loadContacts(args: LoaderFunctionArgs, { owner: { alias, may }, services }: OpenOwner): Promise<ContactsView> {
  const api = args.context.get(apiContext)
  const search = new URL(args.request.url).searchParams
  const wanted = wantedOf(search)
  const page = pageOf(search)
  const openedId = search.get('contact')
  const orNull = readOrNull(args.request, alias)

  const [first, labels] = await Promise.all([
    orNull(
      api.call('contacts.search', {
        params: { page, pageSize: contactsPageSize, tag: 'none' },
        input: { alias, SearchFor: wanted.q, tag: wanted.label },
      }),
    ),
    orNull(api.call('contacts.labels', { query: { alias } })),
  ])
  const isAmongFirst = first?.results.some(({ id }) => id === openedId)
  return {
    alias,
    upgradeHref: subscriptionHref(alias),
    price: priceFor(args),
    mayLabel: may.labels,
    maySeeAll: may.contacts,
    wanted,
    page,
    first,
    labels: labels ?? [],
    openedId,
    opened: openedId && !isAmongFirst ? await orNull(api.call('contacts.read', { params: { id: openedId } })) : null,
    places: searchPlaces(services),
    shared: search.has('shared') ? carriedShared(args.request) : null,
    submissionId: crypto.randomUUID(),
    now: new Date().toISOString(),
  }
}

type ContactsAnswer = { told: Told | null; refused: Refusal | null }

/** What the forms of the page do when they come without a script: the same calls, then the page anew. */
async function changeContacts(args: ActionFunctionArgs, { alias }: Owner): Promise<ContactsAnswer> {
  const form = await args.request.formData()
  const { call } = args.context.get(apiContext)
  const clientId = fieldOf(form, 'id')
  const everybody = contactsHref(alias, { q: '', label: '' })
  const { pathname, search } = new URL(args.request.url)
  const here = pathname.replace(/\.data$/, '') + search

  if (fieldOf(form, 'intent') === 'create') {
    const t = translateFor(args.request)
    const faults: Record<string, string> = Object.fromEntries(Object.entries(faultsIn(form)).map(([name, key]) => [name, t(key)]))
    const isWrong = Object.keys(faults).length > 0
    const trouble = isWrong
      ? { message: t('contacts.correct'), faults }
      : (await tried(args.request, () => call('contacts.create', { input: newContactInput(alias, form) }))).trouble
    if (!trouble) throw redirect(everybody)
    const said = [trouble.message, ...Object.values(trouble.faults)].join(' ')
    return { told: { text: said, isBad: true }, refused: { message: trouble.message, faults: trouble.faults, typed: typedIn(form) } }
  }
  const { trouble } = await tried<unknown>(args.request, async () => {
    switch (fieldOf(form, 'intent')) {
      case 'labels':
        return call('contacts.setTags', { input: { clientId, tags: chosenTags(form) } })
      case 'note': {
        const notes = [{ Created: new Date().toISOString(), Note: fieldOf(form, 'note').trim() }]
        return call('contacts.updateNotes', { input: { connectedClientId: clientId, notes } })
      }
      case 'erase':
        return call('contacts.erase', { input: { clientId } })
    }
  })
  if (!trouble) throw redirect(fieldOf(form, 'intent') === 'erase' ? everybody : here)
  return { told: { text: trouble.message, isBad: true }, refused: null }
}
