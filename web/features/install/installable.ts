import { pathTo } from '#common/path-to.ts'
import { sideHref } from '#contract/pages.ts'

/** The card data of the install prompt. */
export type Installable = {
  alias: string
  /** The owner's first name, or a team's full name. */
  name: string
  isTeam: boolean
  portrait: string | null
  initials: string
}

/** The card data of the install page. */
export type InstallPageCard = Installable & {
  fullName: string
  line: string
  showsPortrait: boolean
  homeHref: string
  /** The account's Home, for the card's owner: this page hides the card's header. */
  accountHref: string | null
}

export const installHref = (alias: string) => sideHref(alias, 'install')
export const installQr = (alias: string) => pathTo('cards.installQr', { alias })

/** An Android intent: opens Chrome from inside any app. */
export function chromeIntent(link: string): string {
  const { protocol, host, pathname } = new URL(link)
  return `intent://${host}${pathname}#Intent;scheme=${protocol.replace(':', '')};package=com.android.chrome;end`
}
