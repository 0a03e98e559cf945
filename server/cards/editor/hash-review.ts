import { createHash } from 'node:crypto'
import type { CustomReview } from '#contract/cards/cards.ts'

/** Identifies a review by its text and reviewer, so that adding it again under another key makes no difference. */
export function hashReview({ review, reviewer, title }: Pick<CustomReview, 'review' | 'reviewer' | 'title'>): string {
  const texts = [review, reviewer, title].map((words) => words.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim())
  return createHash('sha256').update(JSON.stringify(texts)).digest('base64url').slice(0, 22)
}
