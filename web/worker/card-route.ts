import { cardPages, sidePages } from '#contract/pages.ts'
import { isAppAddress } from '../platform/app/standalone.ts'

/** Card pages that work offline; the server decides which of them a card has. */
export const offlineCardPages: readonly string[] = [...Object.values(cardPages).map(({ segment }) => segment), sidePages.install]

export type CardRoute = { alias: string; page: string; isData: boolean; isApp: boolean }

/** The card page of an address, ignoring tracking parameters. */
export function parseCardRoute({ pathname, search }: URL): CardRoute | null {
  const [, alias = '', page = '', data] = /^\/([a-z0-9][a-z0-9-]{0,59})\/([a-z-]+)(\.data)?\/?$/i.exec(pathname) ?? []
  if (!offlineCardPages.includes(page) || new URLSearchParams(search).has('preview')) return null
  return { alias: alias.toLowerCase(), page, isData: data !== undefined, isApp: isAppAddress(search) }
}

/** The alias, if the path has nothing else. */
export const bareAliasOf = ({ pathname }: URL) => /^\/([a-z0-9][a-z0-9-]{0,59})\/?$/i.exec(pathname)?.[1]?.toLowerCase() ?? null

/** The cache key of a page. */
export const cacheKeyOf = ({ alias, page, isData, isApp }: CardRoute) =>
  `/${alias}/${page}${isData ? '.data' : ''}${isApp ? '?source=pwa' : ''}`
