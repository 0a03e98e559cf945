import type { Card, GradeComponent } from '#contract/cards/cards.ts'
import type { PreviewMessage } from '#contract/cards/preview.ts'
import type { OpenCard } from '../../../features/cards/frame/frame-view.ts'

/** The state that a preview renders. */
export type PreviewState = { open: OpenCard; components: readonly GradeComponent[] }

/** Applies a message to the state. Navigation and the menu don't change it. */
export function applyMessage(previewed: PreviewState, message: PreviewMessage): PreviewState {
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
  // The server geocodes the address; the location stays while the address is unchanged.
  const hasMoved = (['companyAddress', 'companyCity', 'companyState', 'companyZip'] as const).some((key) => next[key] !== card[key])
  const location = next.settings.location ?? (hasMoved ? null : card.settings.location)
  return { ...next, settings: { ...next.settings, location } }
}
