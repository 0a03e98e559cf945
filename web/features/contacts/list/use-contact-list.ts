import { useCallback, useEffect, useReducer } from 'react'
import type { Api } from '#contract/api.ts'
import { contactsPageSize } from '#contract/constants.ts'
import { changeList, cursorOf, lastOf, listOf, searchInput } from './contact-list.ts'
import { isSameSearch } from '../contacts-href.ts'
import type { ContactsView, ContactSearch } from '../contacts-view.ts'

/** The API's maximum page size. */
const fillPageSize = 100

type Deps = { view: ContactsView; searched: ContactSearch; call: Api['call'] }

/** The contacts of a search, with all pages loaded so far. */
export function useContactList({ view, searched, call }: Deps) {
  const [list, change] = useReducer(changeList, view, (first) => listOf(first.searched, first.first, (first.page - 1) * contactsPageSize))
  const { alias } = view

  const load = useCallback(
    async (of: ContactSearch, after?: ReturnType<typeof cursorOf>, pageSize: number = contactsPageSize) => {
      const isMore = after !== undefined
      change({ type: 'request', of, isMore })
      try {
        const page = await call('contacts.search', {
          params: { page: 1, pageSize, tag: 'none' },
          input: { ...searchInput(alias, of), ...(after ? { after } : {}) },
        })
        change({ type: 'receive', of, isMore, page })
        return page
      } catch {
        change({ type: 'fail', of, isMore })
        return null
      }
    },
    [alias, call],
  )

  const { q, label, sort } = searched
  const isAnother = !isSameSearch(list.of, searched)
  useEffect(() => {
    if (isAnother) void load({ q, label, ...(sort && { sort }) })
  }, [isAnother, load, q, label, sort])

  const isBusy = list.state === 'searching' || list.state === 'adding'
  const more = () => {
    if (!isBusy && !list.isEnd) void load(list.of, lastOf(list))
  }
  /** Loads contacts until there are `count`. */
  const fill = async (count: number) => {
    let last = lastOf(list)
    for (let missing = count - list.rows.length; last && missing > 0;) {
      const page = await load(list.of, last, Math.min(fillPageSize, Math.max(contactsPageSize, missing)))
      const end = page?.results.at(-1)
      last = end && cursorOf(end)
      missing -= page?.results.length ?? missing
    }
  }
  return { list, change, more, fill, reload: () => load(list.of), retry: () => load(list.of, lastOf(list)) }
}
