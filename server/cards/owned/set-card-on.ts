import type { Db } from '#server/database/database.ts'
import type { Tell } from '#server/database/changes/changes.ts'
import { lockSubject, updateSubject } from '../card-store.ts'

/** Switches a card on or off, as its owner may. False where it was so already, or is gone. */
export async function setCardOn(
  tx: Db,
  tell: Tell,
  { subjectId, isOn }: { subjectId: string; isOn: boolean },
  now: Date,
): Promise<boolean> {
  const subject = await lockSubject(tx, subjectId)
  if (!subject || subject.eCardEnabled === isOn) return false
  await updateSubject(tx, subjectId, { eCardEnabled: isOn }, now)
  tell(`card:${subjectId}`)
  return true
}
