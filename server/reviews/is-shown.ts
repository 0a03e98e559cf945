import { lenderTemplateId } from '#contract/cards/drawing.ts'
import { readReviewed, type Reviewed } from '#server/cards/public/find-reviewed.ts'
import type { Db } from '#server/database/database.ts'
import type { Clock } from '#server/integrations/clock.ts'
import type { ReviewKey } from './review-store.ts'

/** Whether a page of the card still asks for what this service says under this name. */
export async function isShown(needs: { db: Db; clock: Clock }, { subjectId, source, key }: ReviewKey): Promise<boolean> {
  const card = await readReviewed(needs, subjectId)
  if (!card) return false
  if (source === 'zillow-lender') return card.reviewedAs === key && card.templateIds.includes(lenderTemplateId)
  const isAgent = card.templateIds.some((id) => id !== lenderTemplateId)
  return isAgent && (source === 'zillow-fallback' ? mayFallBack(card, key) : card.reviewedAs === key)
}

/** By its company only where the card says so, and only by its own. */
export function mayFallBack({ experiments, companyName }: Reviewed, business: string): boolean {
  return business !== '' && business === companyName && experiments.some(({ name, enabled }) => name === 'FallbackZillowReviews' && enabled)
}
