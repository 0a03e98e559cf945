import { sayFault } from '#contract/cards/draft-faults.ts'
import type { DraftFields, DraftVersion, EditedCard, Fault } from '#contract/cards/drafts.ts'
import { fullNameUnder } from '#contract/text/full-name.ts'
import type { StoredSettings } from '#contract/cards/stored-card.ts'
import { webLink } from '#contract/text/web-link.ts'
import { holdAccount, readLeaving } from '#server/accounts/read-account.ts'
import { setLanguage } from '#server/accounts/set-language.ts'
import type { Db } from '#server/database/database.ts'
import type { Holds } from '#server/database/holds.ts'
import type { Caller } from '#server/http/calls/mount.ts'
import { problem } from '#server/http/problems/problem.ts'
import { checkPictures } from '#server/media/check-pictures.ts'
import { promotePictures } from '#server/media/promote-pictures.ts'
import { removeBytes } from '#server/media/remove-bytes.ts'
import type { Log } from '#server/integrations/log.ts'
import type { Storage } from '#server/integrations/storage.ts'
import { listBlockedOf } from './block-host.ts'
import { deleteVersion, listVersions, lockSubject, putVersion, updateSubject } from '../card-store.ts'
import { replaceServices } from './change-services.ts'
import { checkDraft } from './check-draft.ts'
import { differing } from './draft-policy.ts'
import { findDraft, putDraft } from './draft-store.ts'
import { ownersPart, presentEdited } from './present-edited.ts'
import { readFacts } from './read-editor.ts'
import { readOwnCard } from '../owned/read-own-card.ts'
import { readWholeCard } from '../public/read-card.ts'
import type { Subject } from '../tables.ts'
import type { OwnerNeeds } from '../settings/update-settings.ts'

export type PublishNeeds = OwnerNeeds & { holds: Holds; log: Log; storage: Storage }

/** Makes the draft what visitors see: all of it in one transaction or, where something in it is wrong, nothing. */
export async function publishDraft(needs: PublishNeeds, caller: Caller, asked: { alias: string; revision: number }): Promise<number> {
  const card = await readOwnCard(needs, caller, asked.alias)
  const facts = await readFacts(needs.db, card)
  const { revision, leftovers } = await needs.changes.write(async (tx, tell) => {
    // Before the card, as all who hold both: its language becomes their owner's.
    if (caller.kind === 'owner' && !(await holdAccount(tx, caller.accountId))) throw problem('not-signed-in')
    const subject = await lockSubject(tx, card.subject.id)
    if (!subject) throw problem('card-not-found')
    const draft = await findDraft(tx, subject.id)
    if (draft.revision !== asked.revision) throw problem('conflict')
    if (Object.keys(draft.fields).length === 0) return { revision: draft.revision, leftovers: [] }

    const whole = await readWholeCard(tx, subject)
    const published = presentEdited(whole)
    const { ready, faults } = checkDraft(differing(published, draft.fields), facts)
    if (ready.eCardEnabled && caller.kind === 'owner' && (await readLeaving(tx, caller.accountId)))
      faults.push({ path: 'eCardEnabled', message: sayFault('accountLeaving') })
    faults.push(...(await checkPictures(tx, subject.id, ready.pictures)), ...(await checkBlocked(tx, ready)))
    if (faults.length > 0) throw problem('input-invalid', { faults })

    const now = needs.clock.now()
    const removed = Object.keys(ready).length > 0 ? await apply(tx, { subject, published, fields: ready, now }) : []
    if (ready.language !== undefined && caller.kind === 'owner') await setLanguage(tx, caller.accountId, ready.language)
    await putDraft(tx, { subjectId: subject.id, revision: draft.revision + 1, fields: {}, savedAt: null, savedBy: null, saveHash: null })
    tell(`card:${subject.id}`)
    return { revision: draft.revision + 1, leftovers: removed }
  })
  // After the rows: a picture nobody points at is harmless, a pointer to nothing is not. What is published stays so.
  await removeBytes(needs, leftovers).catch((error: unknown) => needs.log.error('bytes-not-removed', { error }))
  return revision
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

/** The names by which a card says that it has a picture. */
function namedPictures({ profile, logo, background }: NonNullable<DraftFields['pictures']>): Partial<Subject> {
  return {
    ...(profile === undefined ? {} : { previewProfileImage: profile?.revision ?? '' }),
    ...(logo === undefined ? {} : { previewCompanyLogo: logo?.revision ?? '', eCardCompanyLogoImage: logo ? 'logo' : '' }),
    ...(background === undefined
      ? {}
      : { previewBackgroundImage: background?.revision ?? '', eCardBackgroundImage: background ? 'background' : '' }),
  }
}

/** Only what the draft names: what My Account changed meanwhile stays. */
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

/** Makes these the variants a card has. What of one is not its owner's to decide stays in it. */
async function replaceVersions(tx: Db, subjectId: string, versions: readonly DraftVersion[], now: Date) {
  const before = await listVersions(tx, subjectId)
  for (const { name } of before) if (!versions.some((version) => version.name === name)) await deleteVersion(tx, subjectId, name)
  for (const { name, overrides } of versions) {
    const kept = before.find((version) => version.name === name)?.overrides ?? {}
    const owners = ownersPart(kept)
    const others = Object.entries(kept).filter(([key]) => !Object.hasOwn(owners, key))
    await putVersion(tx, subjectId, name, { ...Object.fromEntries(others), ...overrides }, now)
  }
}

/** Links of a draft that lead where nobody is led, by where they stand in it. */
async function checkBlocked(db: Db, { services, menus, 'settings.triggerAction': trigger }: DraftFields): Promise<Fault[]> {
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
  return links.flatMap(({ path, href }) => (blocked.has(href) ? [{ path, message: sayFault('linkBlocked') }] : []))
}
