import type { GradeComponent, GradeService } from '#contract/cards.ts'
import type { EditedCard, EditorAnswer } from '#contract/drafts.ts'
import { serviceCapabilities } from '#contract/drawing.ts'
import type { Permission } from '#contract/permissions.ts'

const reviewLinkComponent = 1
const rightOf = { review: 'ReviewMe', connect: 'Connect', social: 'Connect', homepage: 'HomeConnect', website: 'VCard' } as const
const uses = Object.entries(serviceCapabilities) as [keyof typeof rightOf, number][]

/** The services and review links as visitors get them: server/cards/read-services.ts. */
export function servicesShown(
  services: EditedCard['services'],
  { serviceKinds }: Pick<EditorAnswer, 'serviceKinds'>,
  may: (right: Permission) => boolean,
): { services: GradeService[]; components: GradeComponent[] } {
  const shown = services.flatMap(({ gradeServiceId, directLink, ignoreService }, place): GradeService[] => {
    const kind = serviceKinds.find((one) => one.gradeServiceId === gradeServiceId)
    if (!kind || ignoreService) return []
    const standsOn = uses.filter(([, bit]) => (kind.capabilities & bit) !== 0)
    if (standsOn.length > 0 && !standsOn.some(([use]) => may(rightOf[use]))) return []
    return [
      {
        gradeServiceId,
        serviceName: kind.serviceName,
        directLink,
        // A preview shares nothing: short links, and what a search is made with, stay the server's.
        shortReviewLink: '',
        shortLink: '',
        gradeServiceCssClassName: '',
        gradeServiceFontAwesomeIcon: '',
        gradeServiceSearchUrl: '',
        serviceCapabilities: kind.capabilities,
        weight: place,
        ignoreService,
      },
    ]
  })
  const components = services.flatMap(({ gradeServiceId, reviewLink }): GradeComponent[] =>
    reviewLink === '' ? [] : [{ gradeServiceId, gradeComponentId: reviewLinkComponent, currentValue: reviewLink }],
  )
  return { services: shown, components: may('ReviewMe') ? components : [] }
}
