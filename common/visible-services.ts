import type { GradeComponent, GradeService } from '#contract/cards/cards.ts'
import { serviceCapabilities } from '#contract/cards/drawing.ts'
import { has } from '#contract/permissions.ts'

const rightOf = { review: 'ReviewMe', connect: 'Connect', social: 'Connect', homepage: 'HomeConnect', website: 'VCard' } as const
const uses = Object.entries(serviceCapabilities) as [keyof typeof rightOf, number][]

/** The services that a page of the card may show. One that no page shows is looked up by its number, and stays. */
export function visibleServices(services: readonly GradeService[], permissions: number): GradeService[] {
  return services.filter(({ ignoreService, serviceCapabilities: can }) => {
    const shownAs = uses.filter(([, bit]) => (can & bit) !== 0)
    return !ignoreService && (shownAs.length === 0 || shownAs.some(([use]) => has(permissions, rightOf[use])))
  })
}

export const visibleComponents = (components: readonly GradeComponent[], permissions: number): GradeComponent[] =>
  has(permissions, 'ReviewMe') ? [...components] : []
