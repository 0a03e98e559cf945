import type { GradeComponent, GradeService } from '#contract/cards.ts'
import { serviceCapabilities } from '#contract/constants.ts'
import { has, numberOf } from '#contract/permissions.ts'
import type { Db } from '#server/db/database.ts'
import { problem } from '#server/http/problem.ts'
import { readPlan } from '#server/billing/read-plan.ts'
import type { Clock } from '#server/outside/clock.ts'
import { cardRights } from './card-rights.ts'
import { findSubject, hasVersion } from './card-store.ts'
import { isSwitchedOff } from './read-card.ts'
import { componentsOf, servicesOf, type ServiceRow } from './service-store.ts'

type Asked = { subjectId: string; version?: string | undefined }

/** The services of a card that its pages may show; of a card that is off, none. */
export async function readServices(needs: { db: Db; clock: Clock }, asked: Asked): Promise<GradeService[]> {
  const permissions = await permissionsOf(needs, asked)
  if (permissions === null) return []
  const shown = (service: GradeService) =>
    has(permissions, 'ReviewMe') || service.serviceCapabilities !== serviceCapabilities.review || service.directLink === ''
  return (await servicesOf(needs.db, asked.subjectId)).map(presentService).filter(shown)
}

export async function readComponents(needs: { db: Db; clock: Clock }, asked: Asked): Promise<GradeComponent[]> {
  const permissions = await permissionsOf(needs, asked)
  if (permissions === null || !has(permissions, 'ReviewMe')) return []
  const rows = await componentsOf(needs.db, asked.subjectId)
  return rows.map(({ gradeServiceId, gradeComponentId, currentValue }) => ({ gradeServiceId, gradeComponentId, currentValue }))
}

async function permissionsOf(needs: { db: Db; clock: Clock }, { subjectId, version }: Asked): Promise<number | null> {
  const subject = await findSubject(needs.db, subjectId)
  if (!subject || (version && !(await hasVersion(needs.db, subjectId, version)))) throw problem('card-not-found')
  if (isSwitchedOff(subject)) return null
  const { plan } = await readPlan(needs, subjectId)
  return numberOf(cardRights({ plan, granted: subject.grantedRights, revoked: subject.revokedRights }))
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
