import { createHash } from 'node:crypto'
import { has } from '#contract/permissions.ts'
import { webLink } from '#common/text/web-link.ts'
import { visibleComponents, visibleServices } from '#common/visible-services.ts'
import type { PlanReader } from '#server/billing/orders/read-plan.ts'
import type { Settings } from '#server/settings.ts'
import { ownPage } from '../public/find-link-owner.ts'
import { readServicesOf } from '../public/read-services.ts'
import { readRights } from '../settings/read-rights.ts'
import type { Subject } from '../tables.ts'

export type VisibleLink = { title: string; url: string; hash: Buffer }

const linkType = 2

/** The links to other sites that a visitor of the card can follow, each address once. */
export async function listVisibleLinks(
  deps: PlanReader & { settings: Pick<Settings, 'publicUrl'> },
  subject: Subject,
): Promise<VisibleLink[]> {
  const permissions = await readRights(deps, subject)
  const { services, components } = await readServicesOf(deps.db, subject.id)
  const visible = visibleServices(services, permissions)
  const nameOf = new Map(services.map(({ gradeServiceId, serviceName }) => [gradeServiceId, serviceName]))
  const { menus, settings } = subject
  const action = settings.triggerAction
  const typed = [
    ...visible.map(({ serviceName, directLink }) => ({ title: serviceName, typed: directLink })),
    ...visibleComponents(components, permissions).map((one) => ({ title: nameOf.get(one.gradeServiceId) ?? '', typed: one.currentValue })),
    ...(has(permissions, 'CustomMenus') ? menus.filter(({ show, type }) => show && type === linkType) : []).map(({ label, route }) => ({
      title: label,
      typed: route,
    })),
    ...(action?.type === linkType ? [{ title: action.text, typed: action.route }] : []),
  ]
  const links = new Map<string, VisibleLink>()
  for (const { title, typed: address } of typed) {
    const url = webLink(address)
    if (url === null || links.has(url) || ownPage(url, deps.settings.publicUrl) !== null) continue
    links.set(url, { title: title || new URL(url).hostname, url, hash: createHash('sha256').update(url).digest() })
  }
  return [...links.values()]
}
