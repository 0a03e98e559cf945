import type { ReviewsChecked } from '#contract/cards/reviews.ts'
import { readOwnCard } from '#server/cards/owned/read-own-card.ts'
import type { Db } from '#server/database/database.ts'
import type { Caller } from '#server/http/calls/mount.ts'
import type { Clock } from '#server/integrations/clock.ts'
import type { ReviewsSource } from '#server/integrations/reviews-source.ts'

type Asked = { alias: string; style: 'agent' | 'lender'; reviewedAs: string }

/** What the provider knows under a name, before the name is on the card. */
export async function checkReviews(
  needs: { db: Db; clock: Clock; reviewsSource: ReviewsSource },
  caller: Caller,
  { alias, style, reviewedAs }: Asked,
): Promise<ReviewsChecked> {
  const { subject } = await readOwnCard(needs, caller, alias)
  const { reviewsSource } = needs
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
