import { visibleComponents, visibleServices } from '#common/visible-services.ts'
import type { GradeComponent, GradeService } from '#contract/cards/cards.ts'
import { permissionBits } from '#contract/permissions.ts'
import { readPlan, type PlanReader } from '#server/billing/orders/read-plan.ts'
import type { Db } from '#server/database/database.ts'
import { problem } from '#server/http/problems/problem.ts'
import { findSwitchesById, findVersion } from '../card-store.ts'
import { cardRights } from '../settings/card-rights.ts'
import { isSwitchedOff } from '../settings/off-policy.ts'
import type { ReadCard } from './read-card.ts'
import { componentsOf, servicesOf, type ServiceRow, listServiceKinds } from './service-store.ts'

type Options = {
  subjectId: string
  version?: string | undefined
  dependsOn?: (change: `card:${string}`, forMs: number) => void
  /** A card that was read for the same request. */
  known?: ReadCard | undefined
}

/** The visible services of a card; none if it is off. */
export async function readServices(deps: PlanReader, options: Options): Promise<GradeService[]> {
  const [permissions, rows] = await Promise.all([permissionsOf(deps, options), servicesOf(deps.db, options.subjectId)])
  return permissions === null ? [] : visibleServices(rows.map(presentService), permissions)
}

export async function readComponents(deps: PlanReader, options: Options): Promise<GradeComponent[]> {
  const [permissions, rows] = await Promise.all([permissionsOf(deps, options), componentsOf(deps.db, options.subjectId)])
  return permissions === null ? [] : visibleComponents(rows.map(presentComponent), permissions)
}

/** All services and components of a card, including hidden ones. */
export async function readServicesOf(db: Db, subjectId: string): Promise<{ services: GradeService[]; components: GradeComponent[] }> {
  const [services, components] = await Promise.all([servicesOf(db, subjectId), componentsOf(db, subjectId)])
  return { services: services.map(presentService), components: components.map(presentComponent) }
}

const presentComponent = ({ gradeServiceId, gradeComponentId, currentValue }: GradeComponent): GradeComponent => ({
  gradeServiceId,
  gradeComponentId,
  currentValue,
})

/** Null if the card is switched off. A version can't override permissions. */
async function permissionsOf(deps: PlanReader, { subjectId, version, dependsOn, known }: Options): Promise<number | null> {
  if (known?.subject.id === subjectId && known.version === (version ?? '')) {
    dependsOn?.(`card:${subjectId}`, known.forMs)
    return isSwitchedOff(known.subject) ? null : known.permissions
  }
  const [card, isKnown, { plan, forMs }] = await Promise.all([
    findSwitchesById(deps.db, subjectId),
    version ? findVersion(deps.db, subjectId, version) : true,
    readPlan(deps, subjectId),
  ])
  if (!card || !isKnown) throw problem('card-not-found')
  dependsOn?.(`card:${subjectId}`, forMs)
  return isSwitchedOff(card) ? null : permissionBits(cardRights({ plan, granted: card.grantedRights, revoked: card.revokedRights }))
}

function presentService({ chosen, service }: ServiceRow): GradeService {
  return {
    gradeServiceId: service.id,
    serviceName: service.name,
    directLink: chosen.directLink,
    shortReviewLink: chosen.shortReviewLink,
    shortLink: chosen.shortLink,
    gradeServiceCssClassName: service.cssClass,
    gradeServiceFontAwesomeIcon: service.icon,
    gradeServiceSearchUrl: service.searchUrl,
    serviceCapabilities: chosen.capabilities ?? service.capabilities,
    weight: chosen.weight ?? service.weight,
    ignoreService: chosen.ignoreService,
  }
}

/** The names of the catalog's services. */
export async function listServiceNames(db: Db): Promise<{ id: number; name: string }[]> {
  return (await listServiceKinds(db)).map(({ id, name }) => ({ id, name }))
}
