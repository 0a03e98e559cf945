import { cardPages, sidePages } from '#contract/pages.ts'
import { webLink } from '#common/text/web-link.ts'
import type { PlanReader } from '#server/billing/orders/read-plan.ts'
import { isBlocked } from '../editor/block-host.ts'
import { findCard, findCardId, listLinkOwners } from '../card-store.ts'
import { isSwitchedOff } from '../settings/off-policy.ts'
import { readComponents, readServices } from './read-services.ts'

type Deps = PlanReader & { settings: { publicUrl: string } }

/**
 * The card a link belongs to, or null: the link is one of its pages, a service, or a review link. `alias` decides if several cards have
 * the same link.
 */
export async function findLinkOwner(deps: Deps, link: string, alias: string | undefined): Promise<string | null> {
  const own = ownPage(link, deps.settings.publicUrl)
  if (own === null && (await isBlocked(deps.db, link))) return null
  if (own !== null) {
    const subject = await findCard(deps.db, own)
    return subject && !isSwitchedOff(subject) ? subject.id : null
  }
  const namedId = alias ? await findCardId(deps.db, alias) : null
  for (const subjectId of namedId ? [namedId] : await listLinkOwners(deps.db, link)) {
    if (await hasLink(deps, subjectId, link)) return subjectId
  }
  return null
}

const segments: ReadonlySet<string> = new Set([...Object.values(cardPages).map(({ segment }) => segment), sidePages.install])

/** The alias in a card page's address, '' for another page of this site, null for other sites. */
export function ownPage(link: string, publicUrl: string): string | null {
  const { origin, pathname, search, hostname, port } = new URL(link)
  const site = new URL(publicUrl)
  // This site under another scheme could redirect in a loop through a short link.
  if (origin !== publicUrl) return hostname.replace(/\.$/, '') === site.hostname && port === site.port ? '' : null
  const [, alias = '', page, ...rest] = pathname.replace(/\/v\/[\w.-]+/, '').split('/')
  return search === '' && rest.length === 0 && (!page || segments.has(page)) ? alias : ''
}

export async function hasLink(deps: Deps, subjectId: string, link: string): Promise<boolean> {
  const [services, components] = await Promise.all([readServices(deps, { subjectId }), readComponents(deps, { subjectId })])
  const visible = services.filter(({ ignoreService }) => !ignoreService).map(({ directLink }) => directLink)
  return [...visible, ...components.map(({ currentValue }) => currentValue)].some((typed) => webLink(typed) === link)
}
