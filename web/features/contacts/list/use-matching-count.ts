import { useEffect, useState } from 'react'
import type { Api } from '#contract/api.ts'
import { matchingContactsMax, selectedContactsMax } from '#contract/contact-choices.ts'
import { isSameSearch } from '../contacts-href.ts'
import type { ContactsView } from '../contacts-view.ts'
import type { ContactList } from './contact-list.ts'

type Deps = { view: ContactsView; list: ContactList; isSelecting: boolean; call: Api['call'] }

/** How many contacts can be selected as all that match; null while unknown, and if all rows can be selected one by one. */
export function useMatchingCount({ view, list, isSelecting, call }: Deps): number | null {
  const { matching, alias } = view
  const total = view.first?.metaData.totalCount ?? 0
  const [counted, setCounted] = useState(matching === null ? null : { of: view.searched, total, count: matching })
  const isKnown = counted !== null && isSameSearch(counted.of, list.of) && counted.total === list.total
  const isLong = list.rows.length > 0 && (!list.isEnd || list.before > 0 || list.rows.length > selectedContactsMax)
  const isWanted = isSelecting && isLong && list.state === 'ready' && !isKnown
  const of = list.of
  useEffect(() => {
    if (!isWanted) return
    let isOver = false
    const counting = call('contacts.search', matchingSearch(alias, of))
    // Without the count, the rows can be selected as before.
    counting.then(
      ({ metaData }) => !isOver && setCounted({ of, total: list.total, count: metaData.totalCount }),
      () => {},
    )
    return () => {
      isOver = true
    }
  }, [isWanted, alias, of, list.total, call])
  return isSelecting && isLong && isKnown && counted.count > 0 ? Math.min(counted.count, matchingContactsMax) : null
}

/** Counts what matches: as in the list, but without those held for review. */
export const matchingSearch = (alias: string, { q, label }: ContactList['of']) => ({
  params: { page: 1, pageSize: 1, tag: 'none' },
  input: { alias, SearchFor: q, tag: label, withoutQuarantined: true },
})
