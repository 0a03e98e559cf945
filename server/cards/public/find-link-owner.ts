import { cardPages, sidePages } from '#contract/pages.ts'
import { webLink } from '#contract/text/web-link.ts'
import type { Db } from '#server/database/database.ts'
import type { Clock } from '#server/integrations/clock.ts'
import { isBlocked } from '../editor/block-host.ts'
import { findCard, listLinkOwners } from '../card-store.ts'
import { isSwitchedOff } from '../settings/off-policy.ts'
import { readComponents, readServices } from './read-services.ts'

type Needs = { db: Db; clock: Clock; settings: { publicUrl: string } }

/**
 * The card a link belongs to, or null: one of its own pages, a service it links to, or where a review of it is written.
 * `alias` says which card is meant where several people link to the same place.
 */
export async function findLinkOwner(needs: Needs, link: string, alias: string | undefined): Promise<string | null> {
  const own = ownPage(link, needs.settings.publicUrl)
  if (own === null && (await isBlocked(needs.db, link))) return null
  if (own !== null) {
    const found = await findCard(needs.db, own, undefined)
    return found && !isSwitchedOff(found.subject) ? found.subject.id : null
  }
  const meant = alias ? await findCard(needs.db, alias, undefined) : null
  for (const subjectId of meant ? [meant.subject.id] : await listLinkOwners(needs.db, link)) {
    if (await hasLink(needs, subjectId, link)) return subjectId
  }
  return null
}

const segments: ReadonlySet<string> = new Set([...Object.values(cardPages).map(({ segment }) => segment), sidePages.install])

/** The alias in the address of a card's page, '' in any other of ours; null for an address elsewhere. */
export function ownPage(link: string, publicUrl: string): string | null {
  const { origin, pathname, search, hostname, port } = new URL(link)
  const ours = new URL(publicUrl)
  // The same house by another door leads round to a short link of ours.
  if (origin !== publicUrl) return hostname.replace(/\.$/, '') === ours.hostname && port === ours.port ? '' : null
  const [, alias = '', page, ...rest] = pathname.replace(/\/v\/[\w.-]+/, '').split('/')
  return search === '' && rest.length === 0 && (!page || segments.has(page)) ? alias : ''
}

export async function hasLink(needs: Needs, subjectId: string, link: string): Promise<boolean> {
  const [services, components] = await Promise.all([readServices(needs, { subjectId }), readComponents(needs, { subjectId })])
  const shown = services.filter(({ ignoreService }) => !ignoreService).map(({ directLink }) => directLink)
  return [...shown, ...components.map(({ currentValue }) => currentValue)].some((typed) => webLink(typed) === link)
}
