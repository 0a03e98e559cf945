import { sideHref } from '#contract/pages.ts'

/** To the login, which leads back here with what was about to be shared. */
export function loginHref(alias: string, from: string, shareLink: string): string {
  return `${sideHref(alias, 'login')}?${new URLSearchParams({ from, sharePayload: JSON.stringify({ shareLink }) })}`
}

/**
 * The link that a login brought back, or null. Anybody can write an address: only a link to this site is taken from it,
 * and none of the words around it.
 */
export function readSharePayload(search: string, publicUrl: string): string | null {
  try {
    const { shareLink }: { shareLink?: unknown } = JSON.parse(new URLSearchParams(search).get('sharePayload') ?? '{}')
    if (typeof shareLink !== 'string') return null
    const url = new URL(shareLink)
    return url.origin === new URL(publicUrl).origin ? url.href : null
  } catch {
    return null
  }
}
