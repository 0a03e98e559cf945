import { countedContactsMax } from '#contract/contact-choices.ts'
import { contactsPageSize } from '#contract/constants.ts'
import type { ClientPage, ConnectedClient } from '#contract/contacts.ts'
import { isSameSearch } from '../contacts-href.ts'
import type { ContactSearch } from '../contacts-view.ts'

export type ContactList = {
  of: ContactSearch
  rows: ConnectedClient[]
  /** The number of contacts before the first row. */
  before: number
  total: number
  /** More match the search than are counted. */
  isOver: boolean
  /** How many were erased on this page: with more than are counted, the total stays. */
  erased: number
  hidden: number
  state: 'ready' | 'searching' | 'adding' | 'failed'
  isEnd: boolean
}

type Change =
  | { type: 'request'; of: ContactSearch; isMore: boolean }
  | { type: 'receive'; of: ContactSearch; isMore: boolean; page: ClientPage }
  | { type: 'fail'; of: ContactSearch; isMore: boolean }
  | { type: 'change'; id: string; to: Partial<ConnectedClient> }
  | { type: 'erase'; id: string }

export function listOf(of: ContactSearch, page: ClientPage | null, before = 0): ContactList {
  const empty = { of, rows: [], before, total: 0, isOver: false, erased: 0, hidden: 0, isEnd: false }
  return page ? filled({ ...empty, state: 'ready' }, page, false) : { ...empty, state: 'failed' }
}

/** Answers to an outdated search are ignored. */
export function changeList(list: ContactList, change: Change): ContactList {
  switch (change.type) {
    case 'request':
      return { ...list, of: change.of, before: change.isMore ? list.before : 0, state: change.isMore ? 'adding' : 'searching' }
    case 'receive':
      return isSameSearch(list.of, change.of) ? filled(list, change.page, change.isMore) : list
    case 'fail':
      return isSameSearch(list.of, change.of) ? { ...list, rows: change.isMore ? list.rows : [], state: 'failed' } : list
    case 'change':
      return { ...list, rows: list.rows.map((row) => (row.id === change.id ? { ...row, ...change.to } : row)) }
    case 'erase': {
      const rows = list.rows.filter(({ id }) => id !== change.id)
      const erased = list.rows.length - rows.length
      const total = list.isOver ? list.total : Math.max(0, list.total - erased)
      return { ...list, rows, total, erased: list.erased + 1 }
    }
  }
}

function filled(list: ContactList, { results, metaData }: ClientPage, isMore: boolean): ContactList {
  const known = new Set(isMore ? list.rows.map(({ id }) => id) : [])
  const rows = [...(isMore ? list.rows : []), ...results.filter(({ id }) => !known.has(id))]
  // The total is counted once, with the first page.
  const { total, isOver, hidden } = isMore ? list : countsOf(list.of, metaData)
  const isEnd = results.length < contactsPageSize || (!isOver && list.before + rows.length >= total)
  return { ...list, rows, total, isOver, hidden, isEnd, state: 'ready' }
}

const countsOf = ({ q }: ContactSearch, { totalCount, hiddenCount }: ClientPage['metaData']) => {
  const isOver = q !== '' && totalCount > countedContactsMax
  return { total: isOver ? countedContactsMax : totalCount, isOver, hidden: hiddenCount }
}

type Counted = Pick<ContactList, 'of' | 'total' | 'erased'>

/** True if both are of the same contacts, so that what was counted for one is right for the other. */
export const hasSameContacts = (one: Counted, other: Counted): boolean =>
  isSameSearch(one.of, other.of) && one.total === other.total && one.erased === other.erased

export const searchInput = (alias: string, { q, label, sort }: ContactSearch) => ({
  alias,
  SearchFor: q,
  tag: label,
  sort: sort ?? ('newest' as const),
  countUpTo: countedContactsMax + 1,
})

export const cursorOf = ({ dateCreated, id, isUndated, fullName, companyName }: ConnectedClient) => ({
  dateCreated,
  id,
  isUndated,
  fullName,
  companyName,
})

/** The cursor for the next page. */
export function lastOf({ rows }: ContactList) {
  const last = rows.at(-1)
  return last && cursorOf(last)
}
