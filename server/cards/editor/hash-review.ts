import { createHash } from 'node:crypto'
import type { CustomReview } from '#contract/cards/cards.ts'

/** What a review says, and who is said to say it: written again under another key it is the same. */
export function hashReview({ review, reviewer, title }: Pick<CustomReview, 'review' | 'reviewer' | 'title'>): string {
  const said = [review, reviewer, title].map((words) => words.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim())
  return createHash('sha256').update(JSON.stringify(said)).digest('base64url').slice(0, 22)
}
