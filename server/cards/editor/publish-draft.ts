import type { DraftFields, DraftVersion, EditedCard, DraftIssue } from '#contract/cards/drafts.ts'
import { fullNameUnder } from '#common/text/full-name.ts'
import type { StoredSettings } from '#contract/cards/stored-card.ts'
import { webLink } from '#common/text/web-link.ts'
import { listOwners } from '#server/accounts/list-owners.ts'
import { lockAccountAndCountCards, isDeletionRequested } from '#server/accounts/read-account.ts'
import { setLanguage } from '#server/accounts/set-language.ts'
import { writeEvents } from '#server/connections/write-event.ts'
import { fieldIssue } from '#server/common/field-issue.ts'
import type { Db } from '#server/database/database.ts'
import type { WorkLocks } from '#server/database/work-locks.ts'
import type { Caller } from '#server/http/calls/mount.ts'
import { problem } from '#server/http/problems/problem.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { checkPictures } from '#server/media/check-pictures.ts'
import { promotePictures } from '#server/media/promote-pictures.ts'
import { removeBytes } from '#server/media/remove-bytes.ts'
import type { Log } from '#server/integrations/log.ts'
import type { Storage } from '#server/integrations/storage.ts'
import { listBlockedOf } from './block-host.ts'
import { deleteVersion, listVersions, lockSubject, upsertVersion, updateSubject } from '../card-store.ts'
import { replaceServices } from './change-services.ts'
import { checkDraft } from './check-draft.ts'
import { changedFields } from './draft-policy.ts'
import { findDraft, upsertDraft } from './draft-store.ts'
import { ownersPart, presentEdited } from './present-edited.ts'
import { readDraftContext } from './read-editor.ts'
import { readOwnCard } from '../owned/read-own-card.ts'
import { readWholeCard } from '../public/read-card.ts'
import type { Subject } from '../tables.ts'
import type { OwnerDeps } from '../settings/update-settings.ts'

export type PublishDeps = OwnerDeps & { workLocks: WorkLocks; log: Log; storage: Storage }

/** Publishes the whole draft in one transaction, or nothing if any of it is invalid. */
export async function publishDraft(
  deps: PublishDeps & { jobs: Pick<Jobs, 'enqueueAll'> },
  caller: Caller,
  input: { alias: string; revision: number },
): Promise<number> {
  const card = await readOwnCard(deps, caller, input.alias)
  const context = await readDraftContext(deps.db, card)
  const { revision, leftovers } = await deps.changes.write(async (tx, publish) => {
    // Lock the account before the card, as everywhere: the language also becomes the account's.
    if (caller.kind === 'owner' && !(await lockAccountAndCountCards(tx, caller.accountId))) throw problem('not-logged-in')
    const subject = await lockSubject(tx, card.subject.id)
    if (!subject) throw problem('card-not-found')
    const draft = await findDraft(tx, subject.id)
    if (draft.revision !== input.revision) throw problem('conflict')
    if (Object.keys(draft.fields).length === 0) return { revision: draft.revision, leftovers: [] }

    const whole = await readWholeCard(tx, subject)
    const published = presentEdited(whole)
    const { ready, issues } = checkDraft(changedFields(published, draft.fields), context)
    if (ready.eCardEnabled && (await isOwnerLeaving(tx, caller, subject.id)))
      issues.push(fieldIssue('eCardEnabled', 'accountDeletionScheduled'))
    issues.push(...(await checkPictures(tx, subject.id, ready.pictures)), ...(await checkBlocked(tx, ready)))
    if (issues.length > 0) throw problem('input-invalid', { issues })

    const now = deps.clock.now()
    const isChanged = Object.keys(ready).length > 0
    const removed = isChanged ? await apply(tx, { subject, published, fields: ready, now }) : []
    if (isChanged) await writeEvents(tx, deps.jobs, { subjectId: subject.id, events: [{ type: 'card.published', data: {} }], now })
    if (ready.language !== undefined && caller.kind === 'owner') await setLanguage(tx, caller.accountId, ready.language)
    await upsertDraft(tx, { subjectId: subject.id, revision: draft.revision + 1, fields: {}, savedAt: null, savedBy: null, saveHash: null })
    publish(`card:${subject.id}`)
    return { revision: draft.revision + 1, leftovers: removed }
  })
  // After the commit: an unreferenced file is harmless, a reference to a missing file isn't. A failure doesn't undo the publishing.
  await removeBytes(deps, leftovers).catch((error: unknown) => deps.log.error('picture-files-not-deleted', { error }))
  return revision
}

/** Whether the caller requested deletion of their account; for a key, any owner of the card. */
async function isOwnerLeaving(tx: Db, caller: Caller, subjectId: string): Promise<boolean> {
  if (caller.kind === 'owner') return isDeletionRequested(tx, caller.accountId)
  for (const { accountId } of await listOwners(tx, subjectId)) if (await isDeletionRequested(tx, accountId)) return true
  return false
}

type Publishing = { subject: Subject; published: EditedCard; fields: DraftFields; now: Date }

async function apply(tx: Db, { subject, published, fields, now }: Publishing) {
  const { id } = subject
  const { services, versions, pictures, language, ...rest } = fields
  if (services) await replaceServices(tx, id, services)
  if (versions) await replaceVersions(tx, id, versions, now)
  const { removed } = pictures ? await promotePictures(tx, id, pictures, now) : { removed: [] }
  const fullName = fullNameUnder(published, rest)
  const applicationSettings = language === undefined ? {} : { applicationSettings: { ...subject.applicationSettings, language } }
  const changed = {
    ...namedPictures(pictures ?? {}),
    ...withoutSettings(rest),
    ...(fullName === undefined ? {} : { fullName }),
    ...applicationSettings,
    settings: settingsUnder(subject.settings, fields),
  }
  await updateSubject(tx, id, changed, now)
  return removed
}

/** The name columns that mark which pictures a card has. */
function namedPictures({ profile, logo, background }: NonNullable<DraftFields['pictures']>): Partial<Subject> {
  return {
    ...(profile === undefined ? {} : { previewProfileImage: profile?.revision ?? '' }),
    ...(logo === undefined ? {} : { previewCompanyLogo: logo?.revision ?? '', eCardCompanyLogoImage: logo ? 'logo' : '' }),
    ...(background === undefined
      ? {}
      : { previewBackgroundImage: background?.revision ?? '', eCardBackgroundImage: background ? 'background' : '' }),
  }
}

/** Only the drafted settings, so that changes from My Account survive. */
function settingsUnder(own: StoredSettings, fields: DraftFields): StoredSettings {
  const chosen = Object.fromEntries(
    Object.entries(fields).flatMap(([key, value]) => (key.startsWith('settings.') ? [[key.slice('settings.'.length), value]] : [])),
  )
  const { 'settings.homepage': homepage, 'settings.connectClientsSetting': capture } = fields
  return {
    ...own,
    ...chosen,
    ...(homepage ? { homepage: { ...own.homepage, ...homepage } } : {}),
    ...(capture ? { connectClientsSetting: { ...own.connectClientsSetting, ...capture } } : {}),
  }
}

function withoutSettings(fields: DraftFields): Partial<Subject> {
  return Object.fromEntries(Object.entries(fields).filter(([key]) => !key.startsWith('settings.')))
}

/** Replaces a card's versions. Overrides that the owner can't edit stay. */
async function replaceVersions(tx: Db, subjectId: string, versions: readonly DraftVersion[], now: Date) {
  const before = await listVersions(tx, subjectId)
  for (const { name } of before) if (!versions.some((version) => version.name === name)) await deleteVersion(tx, subjectId, name)
  for (const { name, overrides } of versions) {
    const previous = before.find((version) => version.name === name)?.overrides ?? {}
    const owners = ownersPart(previous)
    const others = Object.entries(previous).filter(([key]) => !Object.hasOwn(owners, key))
    await upsertVersion(tx, subjectId, name, { ...Object.fromEntries(others), ...overrides }, now)
  }
}

/** Issues for the draft's links to blocked hosts. */
async function checkBlocked(db: Db, { services, menus, 'settings.triggerAction': trigger }: DraftFields): Promise<DraftIssue[]> {
  const links = [
    ...(services ?? []).flatMap(({ directLink, reviewLink }, place) => [
      { path: `services.${place}.directLink`, typed: directLink },
      { path: `services.${place}.reviewLink`, typed: reviewLink },
    ]),
    ...(menus ?? []).map(({ route }, place) => ({ path: `menus.${place}.route`, typed: route })),
    ...(trigger ? [{ path: 'settings.triggerAction.route', typed: trigger.route }] : []),
  ].flatMap(({ path, typed }) => ({ path, href: webLink(typed) ?? '' }))
  const blocked = new Set(
    await listBlockedOf(
      db,
      links.map(({ href }) => href),
    ),
  )
  return links.flatMap(({ path, href }) => (blocked.has(href) ? [fieldIssue(path, 'linkBlocked')] : []))
}
