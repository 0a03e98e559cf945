import { cardPages, sidePages } from '#contract/pages.ts'
import { isAppAddress } from '../platform/app/standalone.ts'

/** Pages of a card that can be read without a connection; which of them a card has, the server says. */
export const keepablePages: readonly string[] = [...Object.values(cardPages).map(({ segment }) => segment), sidePages.install]

export type CardPlace = { alias: string; page: string; isData: boolean; isApp: boolean }

/** The page of a card that an address leads to; what campaigns hang on it makes no other page. */
export function cardPlaceOf({ pathname, search }: URL): CardPlace | null {
  const [, alias = '', page = '', data] = /^\/([a-z0-9][a-z0-9-]{0,59})\/([a-z-]+)(\.data)?\/?$/i.exec(pathname) ?? []
  if (!keepablePages.includes(page) || new URLSearchParams(search).has('preview')) return null
  return { alias: alias.toLowerCase(), page, isData: data !== undefined, isApp: isAppAddress(search) }
}

/** The alias alone: the card's door. */
export const doorOf = ({ pathname }: URL) => /^\/([a-z0-9][a-z0-9-]{0,59})\/?$/i.exec(pathname)?.[1]?.toLowerCase() ?? null

/** What a page is kept under. */
export const keyOf = ({ alias, page, isData, isApp }: CardPlace) => `/${alias}/${page}${isData ? '.data' : ''}${isApp ? '?source=pwa' : ''}`
