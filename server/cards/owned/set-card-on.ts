import type { Db } from '#server/database/database.ts'
import type { PublishChange } from '#server/database/changes/changes.ts'
import { lockSubject, updateSubject } from '../card-store.ts'

/** Turns a card on or off for its owner. False if nothing changed or it doesn't exist. */
export async function setCardOn(
  tx: Db,
  publish: PublishChange,
  { subjectId, isOn }: { subjectId: string; isOn: boolean },
  now: Date,
): Promise<boolean> {
  const subject = await lockSubject(tx, subjectId)
  if (!subject || subject.eCardEnabled === isOn) return false
  await updateSubject(tx, subjectId, { eCardEnabled: isOn }, now)
  publish(`card:${subjectId}`)
  return true
}
