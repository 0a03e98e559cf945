import { createHash } from 'node:crypto'
import { isProblem } from '#contract/api.ts'
import { splitName } from '#common/text/full-name.ts'
import { ownCardsMax, type Imported, type NewCard } from '#contract/cards/aliases.ts'
import { addMember } from '#server/accounts/add-owner.ts'
import { lockAccountAndCountCards, isDeletionRequested } from '#server/accounts/read-account.ts'
import { setPlan, type PlanLengths } from '#server/billing/orders/set-plan.ts'
import type { PlanSettings } from '#server/billing/subscriptions/describe-subscription.ts'
import { fieldIssue, inputIssue } from '#server/common/field-issue.ts'
import type { Changes } from '#server/database/changes/changes.ts'
import type { Caller } from '#server/http/calls/mount.ts'
import { problem } from '#server/http/problems/problem.ts'
import type { Db } from '#server/database/database.ts'
import { isStorageUnavailable } from '#server/integrations/storage-error.ts'
import { uploadPicture, type UploadDeps } from '#server/media/upload-picture.ts'
import type { Settings } from '#server/settings.ts'
import { findSubmitted, lockSimilar, insertSubmission } from '../aliases/similar-alias-store.ts'
import { findDraft, upsertDraft } from '../editor/draft-store.ts'
import { saveDraft } from '../editor/save-draft.ts'
import { createCard } from './create-card.ts'
import { readAliasState } from '../aliases/alias-state.ts'
import { readAlias } from '../public/read-alias.ts'

type Deps = UploadDeps & { changes: Changes; settings: PlanSettings & Pick<Settings, 'productSlug'> & PlanLengths }

/** Creates a card for the signed-in account; its first card starts a trial, if there are plans. One transaction, and idempotent by submission. */
export async function createOwnCard(deps: Deps, caller: Caller, input: NewCard): Promise<{ alias: string; isWhole: boolean }> {
  const { changes, clock, settings } = deps
  if (caller.kind !== 'owner') throw problem('not-logged-in')
  const { accountId, subjectIds } = caller
  const { submissionId, ...content } = input
  const { alias: typed, imported, ...fields } = content
  const submittedHash = hashOf(content)
  const made = await changes.write(async (tx, publish) => {
    // The lock serializes a double submit: the second one finds the first one's card.
    const account = await lockAccountAndCountCards(tx, accountId)
    if (!account) throw problem('not-logged-in')
    const before = await findSubmitted(tx, accountId, submissionId)
    if (before?.submittedHash && !before.submittedHash.equals(submittedHash))
      throw problem('input-invalid', { issue: inputIssue('submissionUsed', { alias: before.alias }) })
    // The photo is the draft's second save.
    if (before)
      return { alias: before.alias, newId: null, isWhole: !imported?.photo || (await findDraft(tx, before.subjectId)).revision > 1 }
    if (await isDeletionRequested(tx, accountId)) throw problem('account-deletion-pending')
    if (account.cardCount >= ownCardsMax) throw problem('card-limit')

    await lockSimilar(tx, readAlias(typed).alias)
    const now = clock.now()
    const { state, reason, alias } = await readAliasState(tx, { typed, productSlug: settings.productSlug, subjectIds, now })
    if (state !== 'free') throw problem('conflict', { issues: [fieldIssue('alias', unavailableCodes[reason || state])] })

    const card = await createCard(tx, { alias, ...fields, ...splitName(input.fullName, input.profile === 2) }, now)
    await insertSubmission(tx, { subjectId: card.id, accountId, submissionId, submittedHash, createdAt: now })
    await addMember(tx, { subjectId: card.id, accountId }, now)
    if (settings.plans && account.cardCount === 0) await setPlan(tx, card.id, { plan: 'PRO', state: 'trial' }, { now, lengths: settings })
    if (imported) await insertDraft(tx, { subjectId: card.id, accountId, imported, now })
    publish(`card:${card.id}`)
    return { alias: card.alias, newId: card.id, isWhole: !imported?.photo }
  })
  const isWhole =
    imported?.photo && made.newId ? await addPhoto(deps, caller, { ...made, id: made.newId, photo: imported.photo }) : made.isWhole
  return { alias: made.alias, isWhole }
}

type Owner = Extract<Caller, { kind: 'owner' }>
type Draft = { subjectId: string; accountId: string; imported: Imported; now: Date }

/** The first draft of a card: what its owner imported and hasn't published. */
async function insertDraft(tx: Db, { subjectId, accountId, imported: { fields, links }, now }: Draft) {
  const services = links.map((link) => ({ ...link, reviewLink: '', ignoreService: false }))
  const changes = { ...fields, ...(services.length > 0 ? { services } : {}) }
  await upsertDraft(tx, { subjectId, revision: 1, fields: changes, savedAt: now, savedBy: accountId, saveHash: null })
}

/** After the commit: storage may be slow or away, and the card exists without its photo. */
async function addPhoto(deps: Deps, owner: Owner, { id, alias, photo }: { id: string; alias: string; photo: string }): Promise<boolean> {
  try {
    const uploaded = await uploadPicture(deps, { subjectId: id, kind: 'profile', bytes: Buffer.from(photo, 'base64'), crop: undefined })
    const { revision, width, height } = uploaded
    const caller = { ...owner, subjectIds: [...owner.subjectIds, id] }
    await saveDraft(deps, caller, { alias, revision: 1, changes: { pictures: { profile: { revision, width, height } } }, removed: [] })
    return true
  } catch (error) {
    if (!isProblem(error) && !isStorageUnavailable(error)) throw error
    return false
  }
}

const unavailableCodes = {
  taken: 'addressTaken',
  reserved: 'addressReserved',
  refused: 'addressNotAllowed',
  invalid: 'aliasInvalid',
  word: 'addressNotAllowed',
  letters: 'addressLookalike',
  close: 'addressTooSimilar',
} as const

function hashOf(content: Omit<NewCard, 'submissionId'>): Buffer {
  return createHash('sha256')
    .update(JSON.stringify(Object.entries(content).toSorted(([a], [b]) => (a < b ? -1 : 1))))
    .digest()
}
