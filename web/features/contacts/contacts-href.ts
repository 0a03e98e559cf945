import { beginningOf } from '#contract/text/beginning-of.ts'
import { ownerHref } from '#contract/pages.ts'
import type { Wanted } from './contacts-view.ts'

/** The address of a list: what is searched, which label, and which contact is open. */
export function contactsHref(alias: string, { q, label }: Wanted, more: { page?: number; contact?: string } = {}): string {
  const { page = 1, contact } = more
  const query = new URLSearchParams({
    ...(q ? { q } : {}),
    ...(label ? { label } : {}),
    ...(page > 1 ? { page: String(page) } : {}),
    ...(contact ? { contact } : {}),
  })
  return query.size > 0 ? `${ownerHref(alias, 'myContacts')}?${query}` : ownerHref(alias, 'myContacts')
}

/** What an address wants. */
export function wantedOf(search: URLSearchParams): Wanted {
  const wished = (name: string) => beginningOf((search.get(name) ?? '').trim(), 200)
  return { q: wished('q'), label: wished('label') }
}

export const isSameWish = (a: Wanted, b: Wanted) => a.q === b.q && a.label === b.label

/** The number of a page asked for; a number nobody counts to is the first. */
export function pageOf(search: URLSearchParams): number {
  const typed = search.get('page') ?? ''
  return /^[1-9]\d{0,5}$/.test(typed) ? Number(typed) : 1
}

export const exportFormats = ['csv', 'vcf'] as const
/** Somebody who was to sign in anew for it is back. */
export const exportAgain = 'again'

/** Where all contacts are asked for: the list as it stands, so that whoever has to sign in anew comes back to it. */
export function exportHref(alias: string, wanted: Wanted, format: (typeof exportFormats)[number]): string {
  const list = contactsHref(alias, wanted)
  return `${list}${list.includes('?') ? '&' : '?'}export=${format}`
}
