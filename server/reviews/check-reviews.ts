import type { ReviewsChecked } from '#contract/cards/reviews.ts'
import type { PlanReader } from '#server/billing/orders/read-plan.ts'
import { readOwnCard } from '#server/cards/owned/read-own-card.ts'
import type { Caller } from '#server/http/calls/mount.ts'
import type { ReviewsSource } from '#server/integrations/reviews-source.ts'

type CheckInput = { alias: string; style: 'agent' | 'lender'; reviewedAs: string }

/** Looks up a name at the provider before the owner saves it on the card. */
export async function checkReviews(
  deps: PlanReader & { reviewsSource: ReviewsSource },
  caller: Caller,
  { alias, style, reviewedAs }: CheckInput,
): Promise<ReviewsChecked> {
  const { subject } = await readOwnCard(deps, caller, alias)
  const { reviewsSource } = deps
  if (style === 'lender') {
    const found = await reviewsSource.lender(reviewedAs, subject.companyName)
    return found.kind === 'found'
      ? { kind: 'found', count: found.reviews.reviews.length, profileUrl: found.reviews.profileURL }
      : { kind: found.kind }
  }
  const found = await reviewsSource.agent(reviewedAs)
  return found.kind === 'found'
    ? { kind: 'found', count: found.reviews.reviews.length, profileUrl: found.reviews.profile.profileURL }
    : { kind: found.kind }
}
