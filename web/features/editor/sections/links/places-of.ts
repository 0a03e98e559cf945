import { serviceCapabilities } from '#contract/cards/drawing.ts'
import type { DraftService } from '#contract/cards/drafts.ts'
import { parseLink } from '#contract/web-link.ts'
import type { Kind } from './paste-links.ts'

export const places = ['tile', 'behindMore', 'connect', 'review', 'website', 'homeValue', 'nowhere', 'noLink', 'hidden'] as const
export type Place = (typeof places)[number]

const tilesMax = 5

export const can = (kind: Kind, what: keyof typeof serviceCapabilities) => (kind.capabilities & serviceCapabilities[what]) !== 0

/** Where visitors meet each of the services, by its number. More tiles than fit: the last of them counts the rest. */
export function placesOf(services: readonly DraftService[], kinds: readonly Kind[], homeValueId: number): Map<number, Place[]> {
  const kindOf = new Map(kinds.map((kind) => [kind.gradeServiceId, kind]))
  const onHome = services.filter((service) => {
    const kind = kindOf.get(service.gradeServiceId)
    return kind && can(kind, 'homepage') && isLinked(service)
  })
  const tiles = new Set(onHome.slice(0, onHome.length > tilesMax ? tilesMax - 1 : tilesMax).map(({ gradeServiceId }) => gradeServiceId))
  return new Map(services.map((service) => [service.gradeServiceId, placesOfOne(service)]))

  function placesOfOne(service: DraftService): Place[] {
    const kind = kindOf.get(service.gradeServiceId)
    if (service.ignoreService) return ['hidden']
    if (!kind || !isLinked(service)) return kind && can(kind, 'review') ? ['noLink', 'review'] : ['noLink']
    const found: Place[] = []
    if (can(kind, 'homepage')) found.push(tiles.has(kind.gradeServiceId) ? 'tile' : 'behindMore')
    if (can(kind, 'connect')) found.push('connect')
    if (can(kind, 'review')) found.push('review')
    if (can(kind, 'website')) found.push('website')
    if (kind.gradeServiceId === homeValueId) found.push('homeValue')
    return found.length > 0 ? found : ['nowhere']
  }
}

const isLinked = ({ directLink, ignoreService }: DraftService) => !ignoreService && directLink.trim() !== '' && isReadable(directLink)
/** A number stands for its address at WhatsApp when the card is published. */
const isReadable = (link: string) => parseLink(link) !== null || /^\+?[\d\s()./-]{8,}$/.test(link.trim())
