import { and, eq } from 'drizzle-orm'
import type { Db } from '#server/database/database.ts'
import type { Caller } from '#server/http/calls/mount.ts'
import { problem } from '#server/http/problems/problem.ts'
import { discardPictures, removeBytes } from '#server/media/remove-bytes.ts'
import { lockSubject } from '../card-store.ts'
import { findDraft, upsertDraft } from './draft-store.ts'
import type { PublishDeps } from './publish-draft.ts'
import { readOwnCard } from '../owned/read-own-card.ts'
import { cardDrafts } from '../tables.ts'

/** Discards a draft and its pictures; other windows notice by the revision. */
export async function discardDraft(deps: PublishDeps, caller: Caller, input: { alias: string; revision: number }): Promise<number> {
  const card = await readOwnCard(deps, caller, input.alias)
  const { revision, leftovers } = await deps.changes.write(async (tx) => {
    if (!(await lockSubject(tx, card.subject.id))) throw problem('card-not-found')
    const draft = await findDraft(tx, card.subject.id)
    if (draft.revision !== input.revision) throw problem('conflict')
    const removed = await discardPictures(tx, card.subject.id)
    await upsertDraft(tx, {
      subjectId: card.subject.id,
      revision: draft.revision + 1,
      fields: {},
      savedAt: null,
      savedBy: null,
      saveHash: null,
    })
    return { revision: draft.revision + 1, leftovers: removed }
  })
  // After the commit: an unreferenced file is harmless, a reference to a missing file isn't. A failure doesn't undo the discard.
  await removeBytes(deps, leftovers).catch((error: unknown) => deps.log.error('picture-files-not-deleted', { error }))
  return revision
}

/** A shared draft stays, without the deleted account as its last editor. */
export async function eraseDrafter(tx: Db, { accountId, subjectId }: { accountId: string; subjectId: string }): Promise<void> {
  await tx
    .update(cardDrafts)
    .set({ savedBy: null })
    .where(and(eq(cardDrafts.subjectId, subjectId), eq(cardDrafts.savedBy, accountId)))
}
