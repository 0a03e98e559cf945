import { createHash } from 'node:crypto'
import type { z } from 'zod'
import type { DraftChanges, drafts, Fault } from '#contract/cards/drafts.ts'
import type { Caller } from '#server/http/calls/mount.ts'
import { problem } from '#server/http/problems/problem.ts'
import { lockSubject } from '../card-store.ts'
import { findFaults, keysOf, refuseOtherKinds } from './check-draft.ts'
import { differing } from './draft-policy.ts'
import { findDraft, putDraft } from './draft-store.ts'
import { presentEdited } from './present-edited.ts'
import { readFacts } from './read-editor.ts'
import { readOwnCard } from '../owned/read-own-card.ts'
import { readWholeCard } from '../public/read-card.ts'
import type { OwnerNeeds } from '../settings/update-settings.ts'

type Input = z.output<(typeof drafts)['cards.saveDraft']['input']>
type Saved = { revision: number; savedAt: string; faults: Fault[] }

const draftLettersMax = 1_000_000

/** Keeps changes by key, finished or not. What is wrong with them is said, and they are kept all the same. */
export async function saveDraft(needs: OwnerNeeds, caller: Caller, input: Input): Promise<Saved> {
  const card = await readOwnCard(needs, caller, input.alias)
  refuseOtherKinds(input.changes)
  const facts = await readFacts(needs.db, card)
  const saveHash = hashOf(input)
  return needs.changes.write(async (tx) => {
    const subject = await lockSubject(tx, card.subject.id)
    if (!subject) throw problem('card-not-found')
    const draft = await findDraft(tx, subject.id)
    const faultsOf = (fields: DraftChanges) => findFaults(tx, subject.id, fields, facts)
    // The answer to a save was lost, and it comes again: it is done already.
    if (draft.saveHash === saveHash && draft.revision === input.revision + 1 && draft.savedAt)
      return { revision: draft.revision, savedAt: draft.savedAt.toISOString(), faults: await faultsOf(draft.fields) }
    if (draft.revision !== input.revision) throw problem('conflict')

    const published = presentEdited(await readWholeCard(tx, subject))
    const fields = differing(published, { ...without(draft.fields, input.removed), ...input.changes })
    if (JSON.stringify(fields).length > draftLettersMax) throw tooLarge(input.changes)
    const savedAt = needs.clock.now()
    const revision = draft.revision + 1
    const savedBy = caller.kind === 'owner' ? caller.accountId : null
    await putDraft(tx, { subjectId: subject.id, revision, fields, savedAt, savedBy, saveHash })
    return { revision, savedAt: savedAt.toISOString(), faults: await faultsOf(fields) }
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
  const message = 'There is too much in this draft. Publish a part of it first, or make it shorter.'
  return problem('input-invalid', { detail: message, faults: keysOf(changes).map((path) => ({ path, message })) })
}
