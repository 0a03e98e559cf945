import type { Db } from '#server/database/database.ts'
import type { Holds } from '#server/database/holds.ts'
import type { Storage } from '#server/integrations/storage.ts'
import { removeBytes } from './remove-bytes.ts'
import { holdPictures, listForgetful, removeForgotten } from './upload-store.ts'

type Needs = { db: Db; holds: Holds; storage: Storage }

const atOnce = 100
const firstId = '00000000-0000-0000-0000-000000000000'

/** Takes away what was sent and is in no draft: tried and not taken, undone, or replaced before it was published. */
export async function sweepForgotten(needs: Needs, before: Date): Promise<void> {
  for (let after: string | undefined = firstId; after !== undefined;) {
    const cards = await listForgetful(needs.db, { before, after, count: atOnce })
    for (const subjectId of cards) await forget(needs, subjectId, before)
    after = cards[atOnce - 1]
  }
}

async function forget(needs: Needs, subjectId: string, before: Date): Promise<void> {
  const gone = await needs.db.transaction(async (tx) => {
    // A draft that is saved at this moment may want one of them.
    await holdPictures(tx, subjectId)
    return removeForgotten(tx, subjectId, before)
  })
  await removeBytes(needs, gone)
}
