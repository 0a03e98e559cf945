import type { ArchivedAccount, ArchiveHead } from '#contract/accounts/archive.ts'
import { addOwner } from '#server/accounts/add-owner.ts'
import { importCard } from '#server/cards/owned/import-card.ts'
import { importContacts, importLabels } from '#server/contacts/import-contacts.ts'
import type { Changes, PublishChange } from '#server/database/changes/changes.ts'
import type { Db } from '#server/database/database.ts'
import { newId } from '#server/database/new-id.ts'
import { readMaster } from '#server/media/processing/read-master.ts'
import { storePicture, savePicture, type StoredPicture } from '#server/media/save-picture.ts'
import type { Clock } from '#server/integrations/clock.ts'
import { nullIfUnavailable } from '#server/integrations/storage-error.ts'
import type { Storage } from '#server/integrations/storage.ts'
import { UserError } from '#server/common/user-error.ts'
import { importDays } from '#server/visits/import-days.ts'
import { readArchive, type Part } from './read-archive.ts'

type Deps = { changes: Changes; clock: Clock; storage: Storage }
type ImportOptions = {
  /** The new address of a card, by the one it had. */
  aliasOf(alias: string, head: ArchiveHead): string
  /** Email of the owner; null: the one in the archive. */
  owner: string | null
}
type Imported = { owner: string; cards: { id: string; alias: string; contacts: number; pictures: number }[] }

/**
 * Imports an archive as new cards with new ids, completely or not at all. Reads it twice: first the pictures, so that no transaction
 * waits for the storage, then the rows.
 */
export async function importArchive(deps: Deps, read: () => AsyncIterable<Buffer>, options: ImportOptions): Promise<Imported> {
  const ids = new Map<string, string>()
  try {
    const stored = await storePictures(deps, read(), ids)
    return await deps.changes.write((tx, notify) => importRows({ ...deps, tx, notify, ids, stored: [...stored] }, read(), options))
  } catch (error) {
    for (const id of ids.values()) await deps.storage.remove(`${id}/`).catch(nullIfUnavailable)
    throw error
  }
}

type Ids = Map<string, string>
type ImportContext = Deps & { tx: Db; notify: PublishChange; ids: Ids; stored: StoredPicture[] }

/** In archive order. */
async function storePictures({ clock, storage }: Deps, bytes: AsyncIterable<Buffer>, ids: Ids): Promise<StoredPicture[]> {
  const stored: StoredPicture[] = []
  for await (const part of readArchive(bytes)) {
    if (part.kind === 'card') ids.set(part.alias, newId(clock.now().getTime()))
    if (part.kind !== 'picture') continue
    const subjectId = ids.get(part.alias)
    if (!subjectId) throw inconsistent()
    stored.push(await storePicture(storage, { subjectId, kind: part.picture }, await readMaster(part.body)))
  }
  return stored
}

async function importRows(context: ImportContext, bytes: AsyncIterable<Buffer>, { aliasOf, owner }: ImportOptions): Promise<Imported> {
  const cards = new Map<string, Imported['cards'][number]>()
  let head: ArchiveHead | undefined
  let account: ArchivedAccount | undefined
  for await (const part of readArchive(bytes)) {
    if (part.kind === 'head') {
      if (head) throw duplicate()
      head = part.head
    } else if (part.kind === 'account') {
      if (account) throw duplicate()
      account = part.account
    } else if (part.kind === 'card') {
      if (!head?.cards.includes(part.alias) || part.card.alias !== part.alias || !account) throw inconsistent()
      if (cards.has(part.alias)) throw duplicate()
      cards.set(
        part.alias,
        await importOneCard(context, part, aliasOf(part.alias, head), { email: owner ?? account.email, name: account.name }),
      )
    } else {
      const card = cards.get(part.alias)
      if (!card) throw inconsistent()
      await importPart(context, card, part)
    }
  }
  if (!head || !account || cards.size !== head.cards.length) throw inconsistent()
  return { owner: owner ?? account.email, cards: [...cards.values()] }
}

async function importOneCard(
  { tx, notify, clock, ids }: ImportContext,
  { card }: Extract<Part, { kind: 'card' }>,
  alias: string,
  owner: { email: string; name: string },
) {
  const now = clock.now()
  const id = ids.get(card.alias)
  if (!id) throw inconsistent()
  const imported = await importCard(tx, { id, alias }, card, now)
  await addOwner(tx, { subjectId: imported.id, ...owner }, now)
  await importLabels(tx, imported.id, card.labels)
  notify(`card:${imported.id}`)
  return { ...imported, contacts: 0, pictures: 0 }
}

async function importPart(
  { tx, clock, stored }: ImportContext,
  card: Imported['cards'][number],
  part: Exclude<Part, { kind: 'head' | 'account' | 'card' }>,
) {
  if (part.kind === 'contacts') {
    await importContacts(tx, card.id, part.contacts)
    card.contacts += part.contacts.length
  } else if (part.kind === 'days') {
    await importDays(tx, card.id, part.days)
  } else {
    const picture = stored.shift()
    if (picture?.subjectId !== card.id || picture.kind !== part.picture) throw inconsistent()
    await savePicture(tx, picture, clock.now())
    card.pictures++
  }
}

const duplicate = () => new UserError('The archive contains a part twice.')
const inconsistent = () => new UserError('The archive is inconsistent: a part is missing or out of order.')
