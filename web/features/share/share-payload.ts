import { sideHref } from '#contract/pages.ts'

/** The login link; after the login the share sheet opens again with this link. */
export function loginHref(alias: string, from: string, shareLink: string): string {
  return `${sideHref(alias, 'login')}?${new URLSearchParams({ from, sharePayload: JSON.stringify({ shareLink }) })}`
}
