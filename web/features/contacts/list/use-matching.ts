import { useEffect, useState } from 'react'
import type { Api } from '#contract/api.ts'
import type { ClientPage } from '#contract/contacts.ts'
import { contactsPageSize } from '#contract/constants.ts'
import type { ContactsView, Matching } from '../contacts-view.ts'
import { hasSameContacts, listOf, searchInput, type ContactList } from './contact-list.ts'

type Counted = Pick<ContactList, 'of' | 'total' | 'erased'> & { view: ContactsView; matching: Matching }
type Deps = { view: ContactsView; list: ContactList; isSelecting: boolean; call: Api['call'] }

/** All matching contacts, for selecting them at once; null while unknown, and if they fit on one page. */
export function useMatching({ view, list, isSelecting, call }: Deps): Matching | null {
  const { matching, alias } = view
  const [counted, setCounted] = useState<Counted | null>(null)
  const isOfView = hasSameContacts(listOf(view.searched, view.first), list)
  // The count of an earlier view may be of other contacts, even if the number is the same.
  const isCounted = counted !== null && counted.view === view && hasSameContacts(counted, list)
  const known = isOfView && matching ? matching : isCounted ? counted.matching : null
  // Also once all are loaded: the selection must not end with the last page.
  const isLong = list.total > contactsPageSize
  const isWanted = isSelecting && isLong && list.state === 'ready' && known === null
  const { of, total, erased } = list
  useEffect(() => {
    if (!isWanted) return
    let isOver = false
    const counting = call('contacts.search', matchingSearch(alias, of))
    // Without the count, the rows can be selected as before.
    counting.then(
      (page) => {
        const found = matchingOf(page)
        if (!isOver && found) setCounted({ view, of, total, erased, matching: found })
      },
      () => {},
    )
    return () => {
      isOver = true
    }
  }, [isWanted, view, alias, of, total, erased, call])
  return isSelecting && isLong && known !== null && known.count > 0 ? known : null
}

/** Counts what matches: as in the list, but without those held for review. */
export const matchingSearch = (alias: string, of: ContactList['of']) => ({
  params: { page: 1, pageSize: 1, tag: 'none' },
  input: { ...searchInput(alias, of), withoutQuarantined: true, withDigest: true },
})

/** What that search has found; null if it failed. */
export function matchingOf(page: ClientPage | null): Matching | null {
  const { totalCount: count, digest } = page?.metaData ?? {}
  return count !== undefined && digest ? { count, digest } : null
}
