import type { GradeComponent, GradeService } from '#contract/cards.ts'
import { serviceCapabilities } from '#contract/drawing.ts'
import { has } from '#contract/permissions.ts'
import type { Db } from '#server/db/database.ts'
import { problem } from '#server/http/problem.ts'
import type { Clock } from '#server/outside/clock.ts'
import { findOverrides, findSubject } from './card-store.ts'
import { isSwitchedOff } from './off-policy.ts'
import { readRights } from './read-rights.ts'
import { componentsOf, servicesOf, type ServiceRow } from './service-store.ts'
import { withOverrides } from './with-overrides.ts'

type Asked = { subjectId: string; version?: string | undefined }

/** The services of a card that its pages may show; of a card that is off, none. */
export async function readServices(needs: { db: Db; clock: Clock }, asked: Asked): Promise<GradeService[]> {
  const permissions = await permissionsOf(needs, asked)
  if (permissions === null) return []
  const all = (await servicesOf(needs.db, asked.subjectId)).map(presentService)
  return all.filter((service) => !service.ignoreService && mayShow(permissions, service))
}

const rightOf = { review: 'ReviewMe', connect: 'Connect', social: 'Connect', homepage: 'HomeConnect', website: 'VCard' } as const

/** A service leaves for a page that may show it; one that stands on no page is looked up by its number. */
function mayShow(permissions: number, { serviceCapabilities: can }: GradeService): boolean {
  const uses = Object.entries(serviceCapabilities).filter(([, bit]) => (can & bit) !== 0)
  return uses.length === 0 || uses.some(([use]) => has(permissions, rightOf[use as keyof typeof rightOf]))
}

export async function readComponents(needs: { db: Db; clock: Clock }, asked: Asked): Promise<GradeComponent[]> {
  const permissions = await permissionsOf(needs, asked)
  if (permissions === null || !has(permissions, 'ReviewMe')) return []
  const rows = await componentsOf(needs.db, asked.subjectId)
  return rows.map(({ gradeServiceId, gradeComponentId, currentValue }) => ({ gradeServiceId, gradeComponentId, currentValue }))
}

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
