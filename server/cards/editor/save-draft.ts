import { createHash } from 'node:crypto'
import type { z } from 'zod'
import type { DraftChanges, drafts, DraftIssue } from '#contract/cards/drafts.ts'
import { inputIssue } from '#server/common/field-issue.ts'
import type { Caller } from '#server/http/calls/mount.ts'
import { problem } from '#server/http/problems/problem.ts'
import { lockSubject } from '../card-store.ts'
import { findIssues, keysOf, rejectWrongTypes } from './check-draft.ts'
import { changedFields } from './draft-policy.ts'
import { findDraft, upsertDraft } from './draft-store.ts'
import { presentEdited } from './present-edited.ts'
import { readDraftContext } from './read-editor.ts'
import { readOwnCard } from '../owned/read-own-card.ts'
import { readWholeCard } from '../public/read-card.ts'
import type { OwnerDeps } from '../settings/update-settings.ts'

type Input = z.output<(typeof drafts)['cards.saveDraft']['input']>
type Saved = { revision: number; savedAt: string; issues: DraftIssue[] }

const draftLettersMax = 1_000_000

/** Saves changes by key, finished or not, and returns their issues. */
export async function saveDraft(deps: OwnerDeps, caller: Caller, input: Input): Promise<Saved> {
  const card = await readOwnCard(deps, caller, input.alias)
  rejectWrongTypes(input.changes)
  const context = await readDraftContext(deps.db, card)
  const saveHash = hashOf(input)
  return deps.changes.write(async (tx) => {
    const subject = await lockSubject(tx, card.subject.id)
    if (!subject) throw problem('card-not-found')
    const draft = await findDraft(tx, subject.id)
    const issuesOf = (fields: DraftChanges) => findIssues(tx, subject.id, fields, context)
    // The same save again, because its response was lost.
    if (draft.saveHash === saveHash && draft.revision === input.revision + 1 && draft.savedAt)
      return { revision: draft.revision, savedAt: draft.savedAt.toISOString(), issues: await issuesOf(draft.fields) }
    if (draft.revision !== input.revision) throw problem('conflict')

    const published = presentEdited(await readWholeCard(tx, subject))
    const fields = changedFields(published, { ...without(draft.fields, input.removed), ...input.changes })
    if (JSON.stringify(fields).length > draftLettersMax) throw tooLarge(input.changes)
    const savedAt = deps.clock.now()
    const revision = draft.revision + 1
    const savedBy = caller.kind === 'owner' ? caller.accountId : null
    await upsertDraft(tx, { subjectId: subject.id, revision, fields, savedAt, savedBy, saveHash })
    return { revision, savedAt: savedAt.toISOString(), issues: await issuesOf(fields) }
  })
}

const without = (fields: DraftChanges, removed: readonly string[]): DraftChanges =>
  Object.fromEntries(Object.entries(fields).filter(([key]) => !removed.includes(key)))

function hashOf({ revision, changes, removed }: Input): string {
  return createHash('sha256')
    .update(JSON.stringify([revision, changes, removed]))
    .digest('base64url')
}

function tooLarge(changes: DraftChanges) {
  const issue = inputIssue('draftTooLarge')
  return problem('input-invalid', { issue, issues: keysOf(changes).map((path) => ({ path, ...issue })) })
}
