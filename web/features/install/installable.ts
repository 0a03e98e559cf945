import { pathTo } from '#common/path-to.ts'
import { sideHref } from '#contract/pages.ts'

/** A card, as somebody is asked to install it. */
export type Installable = {
  alias: string
  /** How its owner is called in a sentence: a team by its whole name. */
  name: string
  isTeam: boolean
  portrait: string | null
  initials: string
}

/** The same on the page that says how. */
export type InstallPageCard = Installable & { fullName: string; line: string; showsPortrait: boolean; homeHref: string }

export const installHref = (alias: string) => sideHref(alias, 'install')
export const installQr = (alias: string) => pathTo('cards.installQr', { alias })

/** Android hands this to Chrome, from inside any app. */
export function chromeIntent(link: string): string {
  const { protocol, host, pathname } = new URL(link)
  return `intent://${host}${pathname}#Intent;scheme=${protocol.replace(':', '')};package=com.android.chrome;end`
}
