import { sideHref } from '#contract/pages.ts'

/** The login link; after the login the share sheet opens again with this link. */
export function loginHref(alias: string, from: string, shareLink: string): string {
  return `${sideHref(alias, 'login')}?${new URLSearchParams({ from, sharePayload: JSON.stringify({ shareLink }) })}`
}

/** The link in a `sharePayload` parameter, or null. Anyone can craft an address, so only links to this site are accepted, and no text. */
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
