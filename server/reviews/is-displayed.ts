import { lenderTemplateId } from '#contract/cards/drawing.ts'
import type { PlanReader } from '#server/billing/orders/read-plan.ts'
import { readReviewed, type ProviderReviews } from '#server/cards/public/find-reviewed.ts'
import type { ReviewKey } from './review-store.ts'

/** True if the card still displays the reviews of this source and name. */
export async function isDisplayed(deps: PlanReader, { subjectId, source, key }: ReviewKey): Promise<boolean> {
  const card = await readReviewed(deps, subjectId)
  if (!card) return false
  if (source === 'zillow-lender') return card.reviewedAs === key && card.templateIds.includes(lenderTemplateId)
  const isAgent = card.templateIds.some((id) => id !== lenderTemplateId)
  return isAgent && (source === 'zillow-fallback' ? allowsFallback(card, key) : card.reviewedAs === key)
}

/** The fallback by company needs the card's experiment, and works only for the card's own company. */
export function allowsFallback({ experiments, companyName }: ProviderReviews, business: string): boolean {
  return business !== '' && business === companyName && experiments.some(({ name, enabled }) => name === 'FallbackZillowReviews' && enabled)
}
