import { useCallback, useEffect, useReducer } from 'react'
import type { Api } from '#contract/api.ts'
import { contactsPageSize } from '#contract/constants.ts'
import { changeList, lastOf, listOf } from './contact-list.ts'
import { isSameWish } from '../contacts-href.ts'
import type { ContactsView, Wanted } from '../contacts-view.ts'

/** The most that one answer holds. */
const fillPageSize = 100

type Needs = { view: ContactsView; wanted: Wanted; call: Api['call'] }

/** The contacts of a search, as many pages as somebody has scrolled to. */
export function useContactList({ view, wanted, call }: Needs) {
  const [list, change] = useReducer(changeList, view, (first) => listOf(first.wanted, first.first, (first.page - 1) * contactsPageSize))
  const { alias } = view

  const ask = useCallback(
    async (of: Wanted, after?: { dateCreated: string; id: string }, pageSize: number = contactsPageSize) => {
      const isMore = after !== undefined
      change({ did: 'ask', of, isMore })
      try {
        const page = await call('contacts.search', {
          params: { page: 1, pageSize, tag: 'none' },
          input: { alias, SearchFor: of.q, tag: of.label, ...(after ? { after } : {}) },
        })
        change({ did: 'come', of, isMore, page })
        return page
      } catch {
        change({ did: 'fail', of, isMore })
        return null
      }
    },
    [alias, call],
  )

  const { q, label } = wanted
  const isAnother = !isSameWish(list.of, wanted)
  useEffect(() => {
    if (isAnother) void ask({ q, label })
  }, [isAnother, ask, q, label])

  const isBusy = list.state === 'searching' || list.state === 'adding'
  const more = () => {
    if (!isBusy && !list.isEnd) void ask(list.of, lastOf(list))
  }
  /** Fetches further contacts until there are so many. */
  const fill = async (count: number) => {
    let last = lastOf(list)
    for (let missing = count - list.rows.length; last && missing > 0;) {
      const page = await ask(list.of, last, Math.min(fillPageSize, Math.max(contactsPageSize, missing)))
      last = page?.results.at(-1)
      missing -= page?.results.length ?? missing
    }
  }
  return { list, change, more, fill, reload: () => ask(list.of), again: () => ask(list.of, lastOf(list)) }
}
