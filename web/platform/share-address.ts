import { useLocation, type ShouldRevalidateFunctionArgs } from 'react-router'

/** On an owner page, this parameter opens the share dialog over it, also without a script. Its value is empty: the server reads no other. */
const shareParam = 'share'

export const isShareAddress = (search: string) => new URLSearchParams(search).getAll(shareParam).includes('')

export function withShare(href: string): string {
  const page = withoutShare(href)
  return `${page}${page.includes('?') ? '&' : '?'}${shareParam}`
}

export function withoutShare(href: string): string {
  const [path = '', search = ''] = href.split('?')
  const rest = search.split('&').filter((part) => part && part.split('=')[0] !== shareParam)
  return rest.length > 0 ? `${path}?${rest.join('&')}` : path
}

/** The page that is open, with the share dialog over it. */
export function useShareHref(): string {
  const { pathname, search } = useLocation()
  return withShare(pathname + search)
}

/** For pages under the share dialog: opening and closing it loads nothing, so it works offline and keeps what was typed. */
export function unlessShare({ currentUrl, nextUrl, formMethod = 'GET', defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  const [from, to] = [currentUrl, nextUrl].map(({ pathname, search }) => pathname + search)
  const isShareOnly = from !== to && withoutShare(from ?? '') === withoutShare(to ?? '') && formMethod === 'GET'
  return !isShareOnly && defaultShouldRevalidate
}
