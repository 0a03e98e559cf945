import { cardPages, type CardPage } from '#contract/pages.ts'

/** Which of a card's pages a route draws: plain and under a version it is the same. */
export function pageOf(routeId: string): CardPage | null {
  const name = routeId.replace(/-versioned$/, '')
  return name in cardPages ? (name as CardPage) : null
}
