import type { ApplicationSettings, Card, GradeService } from '#contract/cards/cards.ts'
import { serviceCapabilities } from '#contract/cards/drawing.ts'
import { safeLink } from '../../../ui/safe-link.ts'
import { glyphOf, type Glyph } from './service-glyph.ts'
import { shortName } from '#contract/cards/service-names.ts'

export type ServiceLink = { name: string; href: string; glyph: Glyph }

const tilesMax = 5

const can = (service: GradeService, what: keyof typeof serviceCapabilities) =>
  (service.serviceCapabilities & serviceCapabilities[what]) !== 0

/** A card's services with a capability, in the owner's order, including those without a link yet. */
export const servicesFor = (services: readonly GradeService[], what: keyof typeof serviceCapabilities): GradeService[] =>
  services.filter((service) => !service.ignoreService && can(service, what)).toSorted((a, b) => a.weight - b.weight)

/** The services with a capability that have a link, which is safe in an href. */
export const linkedServices = (services: readonly GradeService[], what: keyof typeof serviceCapabilities) =>
  servicesFor(services, what).flatMap((service) => {
    const href = safeLink(service.directLink)
    return href ? [{ ...service, href }] : []
  })

/** The tiles under the main button. If there are too many, the last one counts the rest and opens Connect. */
export function homeTiles(services: readonly GradeService[]): { tiles: ServiceLink[]; moreCount: number } {
  const linked = linkedServices(services, 'homepage')
  const all = linked.map(({ serviceName, href }) => ({ name: shortName(serviceName, linked), href, glyph: glyphOf(serviceName) }))
  if (all.length <= tilesMax) return { tiles: all, moreCount: 0 }
  return { tiles: all.slice(0, tilesMax - 1), moreCount: all.length - tilesMax + 1 }
}

export const hasReviewLink = (services: readonly GradeService[]) => linkedServices(services, 'review').length > 0

/** This card's link for the service that the installation configures. */
export function serviceHref(
  services: readonly GradeService[],
  settings: ApplicationSettings,
  role: keyof ApplicationSettings['services'],
): string | null {
  const id = settings.services[role]
  const service = services.find(({ gradeServiceId, ignoreService }) => gradeServiceId === id && !ignoreService)
  return service ? safeLink(service.directLink) : null
}

/** Whether the Reviews page has anything to show. */
export function hasReviews(card: Card, services: readonly GradeService[], settings: ApplicationSettings): boolean {
  if (card.showCustomReviews && card.reviews.some(({ show }) => show)) return true
  if (card.showZillowReviews && card.zillowWebServicesId !== '') return true
  const sources = [
    [card.showRealtorReviews, 'realtor'],
    [card.showFacebookReviews, 'facebook'],
    [card.showGoogleReviews, 'google'],
  ] as const
  return sources.some(([show, role]) => show && serviceHref(services, settings, role) !== null)
}
