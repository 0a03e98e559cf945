import type { Card, CustomReview, GradeComponent, GradeService } from './cards.ts'
import { cardPages, reservedSegments, type CardPage } from '../pages.ts'

/** A message from the editor to the card in its preview frame. It changes what the frame renders, nothing else. */
export type PreviewMessage = { source: 'carte-account' } & (
  | { type: 'navigate'; page: CardPage }
  | { type: 'services'; services: GradeService[] }
  | { type: 'components'; components: GradeComponent[] }
  | { type: 'menu'; isOpen: boolean }
  /** The card's custom reviews, shown from then on. */
  | { type: 'reviews'; reviews: CustomReview[] }
  | { type: 'subject'; subject: Partial<Card> }
)

/** A message from the framed card: it has rendered, or it shows another page. */
export type CardMessage = { source: 'carte-card' } & ({ type: 'loaded'; alias: string } | { type: 'navigated'; page: CardPage })

const segments = Object.values(cardPages).map(({ segment }) => segment)
const pageOfCard = new RegExp(`^/([^/]+)(?:/v/[^/]+)?/(?:${segments.join('|')})(?:\\.data)?/?$`)

/** True for the address of a card page in the editor's preview. Nothing else may be framed. */
export function isPreviewAddress({ pathname, searchParams }: URL): boolean {
  if (searchParams.get('preview') !== 'on') return false
  const alias = pageOfCard.exec(pathname)?.[1]
  return alias !== undefined && !reservedSegments.has(alias.toLowerCase())
}

export const isCardPage = (name: unknown): name is CardPage => typeof name === 'string' && Object.hasOwn(cardPages, name)
