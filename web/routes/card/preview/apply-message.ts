import type { Card, GradeComponent } from '#contract/cards/cards.ts'
import type { PreviewMessage } from '#contract/cards/preview.ts'
import type { OpenCard } from '../../../features/cards/frame/frame-view.ts'

/** What a preview draws the card from. */
export type Previewed = { open: OpenCard; components: readonly GradeComponent[] }

/** What was told, taken in. Where to go and what to open is no matter of what the card is. */
export function applyMessage(previewed: Previewed, message: PreviewMessage): Previewed {
  const { open } = previewed
  switch (message.type) {
    case 'subject':
      return { ...previewed, open: { ...open, card: withSubject(open.card, message.subject) } }
    case 'reviews':
      return { ...previewed, open: { ...open, card: { ...open.card, reviews: message.reviews, showCustomReviews: true } } }
    case 'services':
      return { ...previewed, open: { ...open, services: message.services } }
    case 'components':
      return { ...previewed, components: message.components }
    default:
      return previewed
  }
}

function withSubject(card: Card, subject: Partial<Card>): Card {
  const next = { ...card, ...subject }
  // The server finds the place on the map. It stays on it for as long as the address does.
  const hasMoved = (['companyAddress', 'companyCity', 'companyState', 'companyZip'] as const).some((key) => next[key] !== card[key])
  const location = next.settings.location ?? (hasMoved ? null : card.settings.location)
  return { ...next, settings: { ...next.settings, location } }
}
