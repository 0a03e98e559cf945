import { sayFault } from '#contract/cards/draft-faults.ts'
import { pictureKinds, type DraftFields, type Fault } from '#contract/cards/drafts.ts'
import type { Db } from '#server/database/database.ts'
import { picturesOf } from './picture-store.ts'
import { isTaken } from './taken-store.ts'
import { findUploaded } from './upload-store.ts'

/** What keeps pictures from being published: one may have been thrown away, or taken down, since a draft named it. */
export async function checkPictures(db: Db, subjectId: string, wanted: DraftFields['pictures'] = {}): Promise<Fault[]> {
  const named = pictureKinds.flatMap((kind) => (wanted[kind] ? [{ kind, revision: wanted[kind].revision }] : []))
  if (named.length === 0) return []
  const shown = await picturesOf(db, subjectId)
  const faults: Fault[] = []
  for (const { kind, revision } of named) {
    if (shown.some((row) => row.kind === kind && row.revision === revision)) continue
    const path = `pictures.${kind}`
    if (!(await findUploaded(db, subjectId, [kind], revision))) faults.push({ path, message: sayFault('pictureGone') })
    else if (await isTaken(db, { subjectId, revision })) faults.push({ path, message: 'This picture was taken down. Choose another.' })
  }
  return faults
}
