import { and, eq } from 'drizzle-orm'
import type { Db } from '#server/database/database.ts'
import type { Caller } from '#server/http/calls/mount.ts'
import { problem } from '#server/http/problems/problem.ts'
import { discardPictures, removeBytes } from '#server/media/remove-bytes.ts'
import { lockSubject } from '../card-store.ts'
import { findDraft, putDraft } from './draft-store.ts'
import type { PublishNeeds } from './publish-draft.ts'
import { readOwnCard } from '../owned/read-own-card.ts'
import { cardDrafts } from '../tables.ts'

/** Throws a draft and its pictures away; another window that still has it open notices by the revision. */
export async function discardDraft(needs: PublishNeeds, caller: Caller, asked: { alias: string; revision: number }): Promise<number> {
  const card = await readOwnCard(needs, caller, asked.alias)
  const { revision, leftovers } = await needs.changes.write(async (tx) => {
    if (!(await lockSubject(tx, card.subject.id))) throw problem('card-not-found')
    const draft = await findDraft(tx, card.subject.id)
    if (draft.revision !== asked.revision) throw problem('conflict')
    const removed = await discardPictures(tx, card.subject.id)
    await putDraft(tx, {
      subjectId: card.subject.id,
      revision: draft.revision + 1,
      fields: {},
      savedAt: null,
      savedBy: null,
      saveHash: null,
    })
    return { revision: draft.revision + 1, leftovers: removed }
  })
  // After the rows: a picture nobody points at is harmless, a pointer to nothing is not. What is thrown away stays so.
  await removeBytes(needs, leftovers).catch((error: unknown) => needs.log.error('bytes-not-removed', { error }))
  return revision
}

/** A draft of several people stays, and says no longer that somebody who is gone saved it. */
export async function eraseDrafter(tx: Db, { accountId, subjectId }: { accountId: string; subjectId: string }): Promise<void> {
  await tx
    .update(cardDrafts)
    .set({ savedBy: null })
    .where(and(eq(cardDrafts.subjectId, subjectId), eq(cardDrafts.savedBy, accountId)))
}
