import { beginningOf } from '#common/text/beginning-of.ts'
import { ownerHref } from '#contract/pages.ts'
import type { ContactSearch } from './contacts-view.ts'

/** The address of the list with its search, label, page and open contact. */
export function contactsHref(
  alias: string,
  { q, label, sort }: ContactSearch,
  more: { page?: number; contact?: string; isSelecting?: boolean } = {},
): string {
  const { page = 1, contact, isSelecting } = more
  const query = new URLSearchParams({
    ...(q ? { q } : {}),
    ...(label ? { label } : {}),
    ...(sort ? { sort } : {}),
    ...(page > 1 ? { page: String(page) } : {}),
    ...(contact ? { contact } : {}),
    ...(isSelecting ? { select: 'on' } : {}),
  })
  return query.size > 0 ? `${ownerHref(alias, 'myContacts')}?${query}` : ownerHref(alias, 'myContacts')
}

/** The search of an address. */
export function searchOf(search: URLSearchParams): ContactSearch {
  const param = (name: string) => beginningOf((search.get(name) ?? '').trim(), 200)
  const sort = param('sort')
  return { q: param('q'), label: param('label'), ...(sort === 'name' || sort === 'company' ? { sort } : {}) }
}

export const isSameSearch = (a: ContactSearch, b: ContactSearch) => a.q === b.q && a.label === b.label && a.sort === b.sort

/** The page number; an invalid one is the first page. */
export function pageOf(search: URLSearchParams): number {
  const typed = search.get('page') ?? ''
  return /^[1-9]\d{0,5}$/.test(typed) ? Number(typed) : 1
}

export const exportFormats = ['csv', 'vcf'] as const
/** The owner is back from logging in for the export. */
export const exportAgain = 'again'

/** Exports the list; the address keeps the search, so that a login returns to it. */
export function exportHref(alias: string, wanted: ContactSearch, format: (typeof exportFormats)[number]): string {
  const list = contactsHref(alias, wanted)
  return `${list}${list.includes('?') ? '&' : '?'}export=${format}`
}
