import type { PublishChange } from '#server/database/changes/changes.ts'
import type { Db } from '#server/database/database.ts'
import { problem } from '#server/http/problems/problem.ts'
import { lockSubject, updateSubject } from '../card-store.ts'

type Switch = { subjectId: string; isDown: boolean }

/** Takes down a card, or restores it. False if nothing changed. */
export async function setCardDown(tx: Db, publish: PublishChange, { subjectId, isDown }: Switch, now: Date): Promise<boolean> {
  const subject = await lockSubject(tx, subjectId)
  if (!subject) throw problem('card-not-found')
  if (subject.isCardDisabled === isDown) return false
  await updateSubject(tx, subjectId, { isCardDisabled: isDown }, now)
  publish(`card:${subjectId}`)
  return true
}
