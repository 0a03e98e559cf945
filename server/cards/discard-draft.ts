import type { Caller } from '#server/http/mount.ts'
import { problem } from '#server/http/problem.ts'
import { lockSubject } from './card-store.ts'
import { findDraft, putDraft } from './draft-store.ts'
import { readOwnCard } from './read-own-card.ts'
import type { OwnerNeeds } from './update-settings.ts'

/** Throws a draft away; another window that still has it open notices by the revision. */
export async function discardDraft(needs: OwnerNeeds, caller: Caller, asked: { alias: string; revision: number }): Promise<number> {
  const card = await readOwnCard(needs, caller, asked.alias)
  return needs.changes.write(async (tx) => {
    if (!(await lockSubject(tx, card.subject.id))) throw problem('card-not-found')
    const draft = await findDraft(tx, card.subject.id)
    if (draft.revision !== asked.revision) throw problem('conflict')
    const revision = draft.revision + 1
    await putDraft(tx, { subjectId: card.subject.id, revision, fields: {}, savedAt: null, savedBy: null, saveHash: null })
    return revision
  })
}
