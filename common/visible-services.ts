import type { GradeComponent, GradeService } from '#contract/cards/cards.ts'
import { serviceCapabilities } from '#contract/cards/drawing.ts'
import { has } from '#contract/permissions.ts'

const permissionOf = { review: 'ReviewMe', connect: 'Connect', social: 'Connect', homepage: 'HomeConnect', website: 'VCard' } as const
const uses = Object.entries(serviceCapabilities) as [keyof typeof permissionOf, number][]

/** The services that some page of the card may show. Services without any use stay, because pages look them up by number. */
export function visibleServices(services: readonly GradeService[], permissions: number): GradeService[] {
  return services.filter(({ ignoreService, serviceCapabilities: capabilities }) => {
    const own = uses.filter(([, bit]) => (capabilities & bit) !== 0)
    return !ignoreService && (own.length === 0 || own.some(([use]) => has(permissions, permissionOf[use])))
  })
}

export const visibleComponents = (components: readonly GradeComponent[], permissions: number): GradeComponent[] =>
  has(permissions, 'ReviewMe') ? [...components] : []
