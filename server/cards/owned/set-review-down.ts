import type { PublishChange } from '#server/database/changes/changes.ts'
import type { Db } from '#server/database/database.ts'
import { problem } from '#server/http/problems/problem.ts'
import { lockSubject, updateSubject } from '../card-store.ts'
import { hashReview } from '../editor/hash-review.ts'

type Switch = { subjectId: string; key: string; isDown: boolean }

/** Takes down a review in every version of a card, or restores it. False if nothing changed. */
export async function setReviewDown(tx: Db, publish: PublishChange, { subjectId, key, isDown }: Switch, now: Date): Promise<boolean> {
  const subject = await lockSubject(tx, subjectId)
  const review = subject?.reviews.find((one) => one.key === key)
  if (!subject || !review) throw problem('not-found')
  const hash = hashReview(review)
  if (subject.reviewsTakenDown.includes(hash) === isDown) return false
  const others = subject.reviewsTakenDown.filter((one) => one !== hash)
  await updateSubject(tx, subjectId, { reviewsTakenDown: isDown ? [...others, hash] : others }, now)
  publish(`card:${subjectId}`)
  return true
}
