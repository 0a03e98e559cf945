import type { LoaderFunctionArgs } from 'react-router'
import { isRefused } from '#contract/api.ts'
import { contactsPageSize } from '#contract/constants.ts'
import { carriedShared } from '../../features/contacts/new/carry-shared.ts'
import { pageOf, wantedOf } from '../../features/contacts/contacts-href.ts'
import type { ContactsView } from '../../features/contacts/contacts-view.ts'
import { searchPlaces } from '../../features/contacts/sheet/search-links.ts'
import { apiContext } from '../../platform/provided.ts'
import { subscriptionHref } from '../account/account-links.ts'
import { loginAgain } from '../account/login-again.ts'
import type { OpenOwner } from './open-owner.ts'
import { priceFor } from './price-for.ts'

/** The first contacts of a search. What cannot be read now is told as such; being signed out leads to the login. */
export async function loadContacts(args: LoaderFunctionArgs, { owner: { alias, may }, services }: OpenOwner): Promise<ContactsView> {
  const api = args.context.get(apiContext)
  const search = new URL(args.request.url).searchParams
  const wanted = wantedOf(search)
  const page = pageOf(search)
  const openedId = search.get('contact')
  const tolerated = <T>(asking: Promise<T>): Promise<T | null> =>
    asking.catch((thrown: unknown) => {
      if (isRefused(thrown) && thrown.problem.status === 401) throw loginAgain(args.request, alias)
      return null
    })

  const [first, labels] = await Promise.all([
    tolerated(
      api.call('contacts.search', {
        params: { page, pageSize: contactsPageSize, tag: 'none' },
        input: { alias, SearchFor: wanted.q, tag: wanted.label },
      }),
    ),
    tolerated(api.call('contacts.labels', { query: { alias } })),
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
    opened: openedId && !isAmongFirst ? await tolerated(api.call('contacts.read', { params: { id: openedId } })) : null,
    places: searchPlaces(services),
    shared: search.has('shared') ? carriedShared(args.request) : null,
    submissionId: crypto.randomUUID(),
    now: new Date().toISOString(),
  }
}
