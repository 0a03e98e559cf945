import { visibleComponents, visibleServices } from '#common/visible-services.ts'
import type { GradeComponent, GradeService } from '#contract/cards/cards.ts'
import type { Db } from '#server/database/database.ts'
import { problem } from '#server/http/problems/problem.ts'
import type { Clock } from '#server/integrations/clock.ts'
import { findOverrides, findSubject } from '../card-store.ts'
import { isSwitchedOff } from '../settings/off-policy.ts'
import { readRights } from '../settings/read-rights.ts'
import { componentsOf, servicesOf, type ServiceRow, listServiceKinds } from './service-store.ts'
import { withOverrides } from '../settings/with-overrides.ts'

type Asked = { subjectId: string; version?: string | undefined }

/** The services of a card that its pages may show; of a card that is off, none. */
export async function readServices(needs: { db: Db; clock: Clock }, asked: Asked): Promise<GradeService[]> {
  const permissions = await permissionsOf(needs, asked)
  if (permissions === null) return []
  return visibleServices((await servicesOf(needs.db, asked.subjectId)).map(presentService), permissions)
}

export async function readComponents(needs: { db: Db; clock: Clock }, asked: Asked): Promise<GradeComponent[]> {
  const permissions = await permissionsOf(needs, asked)
  if (permissions === null) return []
  return visibleComponents((await componentsOf(needs.db, asked.subjectId)).map(presentComponent), permissions)
}

/** All of a card's services and components, whatever of them may be seen. */
export async function readServicesOf(db: Db, subjectId: string): Promise<{ services: GradeService[]; components: GradeComponent[] }> {
  const [services, components] = await Promise.all([servicesOf(db, subjectId), componentsOf(db, subjectId)])
  return { services: services.map(presentService), components: components.map(presentComponent) }
}

const presentComponent = ({ gradeServiceId, gradeComponentId, currentValue }: GradeComponent): GradeComponent => ({
  gradeServiceId,
  gradeComponentId,
  currentValue,
})

async function permissionsOf(needs: { db: Db; clock: Clock }, { subjectId, version }: Asked): Promise<number | null> {
  const subject = await findSubject(needs.db, subjectId)
  const overrides = version ? await findOverrides(needs.db, subjectId, version) : {}
  if (!subject || !overrides) throw problem('card-not-found')
  return isSwitchedOff(subject) ? null : readRights(needs, withOverrides(subject, overrides))
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

/** The services of the fixed list by name. */
export async function listServiceNames(db: Db): Promise<{ id: number; name: string }[]> {
  return (await listServiceKinds(db)).map(({ id, name }) => ({ id, name }))
}
