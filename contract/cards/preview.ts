import type { Card, CustomReview, GradeComponent, GradeService } from './cards.ts'
import { cardPages, reservedSegments, type CardPage } from '../pages.ts'

/** What an editor tells the card in its frame. It changes what is drawn there and nothing else. */
export type PreviewMessage = { source: 'carte-account' } & (
  | { type: 'navigate'; page: CardPage }
  | { type: 'services'; services: GradeService[] }
  | { type: 'components'; components: GradeComponent[] }
  | { type: 'menu'; isOpen: boolean }
  /** The card's own reviews, which are shown from then on. */
  | { type: 'reviews'; reviews: CustomReview[] }
  | { type: 'subject'; subject: Partial<Card> }
)

/** What the card in the frame answers: that it draws, and which page it stands on. */
export type CardMessage = { source: 'carte-card' } & ({ type: 'loaded'; alias: string } | { type: 'navigated'; page: CardPage })

const segments = Object.values(cardPages).map(({ segment }) => segment)
const pageOfCard = new RegExp(`^/([^/]+)(?:/v/[^/]+)?/(?:${segments.join('|')})(?:\\.data)?/?$`)

/** Whether this is the address of a card's page as its owner's editor frames it. Nothing else may stand in a frame. */
export function isPreviewAddress({ pathname, searchParams }: URL): boolean {
  if (searchParams.get('preview') !== 'on') return false
  const alias = pageOfCard.exec(pathname)?.[1]
  return alias !== undefined && !reservedSegments.has(alias.toLowerCase())
}

export const isCardPage = (name: unknown): name is CardPage => typeof name === 'string' && Object.hasOwn(cardPages, name)
