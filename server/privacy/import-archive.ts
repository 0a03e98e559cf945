import type { ArchivedAccount, ArchiveHead } from '#contract/accounts/archive.ts'
import { addOwner } from '#server/accounts/add-owner.ts'
import { importCard } from '#server/cards/owned/import-card.ts'
import { importContacts, importLabels } from '#server/contacts/import-contacts.ts'
import type { Changes, Tell } from '#server/database/changes/changes.ts'
import type { Db } from '#server/database/database.ts'
import { newId } from '#server/database/new-id.ts'
import { readMaster } from '#server/media/reading/read-master.ts'
import { layPicture, savePicture, type Laid } from '#server/media/save-picture.ts'
import type { Clock } from '#server/integrations/clock.ts'
import { nullIfAway } from '#server/integrations/storage-away.ts'
import type { Storage } from '#server/integrations/storage.ts'
import { Refusal } from '#server/refusal.ts'
import { importDays } from '#server/visits/import-days.ts'
import { readArchive, type Part } from './read-archive.ts'

type Needs = { changes: Changes; clock: Clock; storage: Storage }
type Wishes = {
  /** Another address for a card, by the one it had. */
  aliasOf(alias: string, head: ArchiveHead): string
  /** Whose the cards become; null: whoever took them along. */
  owner: string | null
}
export type Imported = { owner: string; cards: { id: string; alias: string; contacts: number; pictures: number }[] }

/**
 * All of an archive or nothing of it, as new cards with ids of their own. It is read twice: its pictures first, because no
 * transaction waits for a storage, then its rows.
 */
export async function importArchive(needs: Needs, read: () => AsyncIterable<Buffer>, wishes: Wishes): Promise<Imported> {
  const ids = new Map<string, string>()
  try {
    const laid = await layPictures(needs, read(), ids)
    return await needs.changes.write((tx, tell) => takeIn({ ...needs, tx, tell, ids, laid: [...laid] }, read(), wishes))
  } catch (error) {
    for (const id of ids.values()) await needs.storage.remove(`${id}/`).catch(nullIfAway)
    throw error
  }
}

type Ids = Map<string, string>
type Taking = Needs & { tx: Db; tell: Tell; ids: Ids; laid: Laid[] }

/** In the order they come in. */
async function layPictures({ clock, storage }: Needs, bytes: AsyncIterable<Buffer>, ids: Ids): Promise<Laid[]> {
  const laid: Laid[] = []
  for await (const part of readArchive(bytes)) {
    if (part.kind === 'card') ids.set(part.alias, newId(clock.now().getTime()))
    if (part.kind !== 'picture') continue
    const subjectId = ids.get(part.alias)
    if (!subjectId) throw mixed()
    laid.push(await layPicture(storage, { subjectId, kind: part.picture }, await readMaster(part.body)))
  }
  return laid
}

async function takeIn(taking: Taking, bytes: AsyncIterable<Buffer>, { aliasOf, owner }: Wishes): Promise<Imported> {
  const cards = new Map<string, Imported['cards'][number]>()
  let head: ArchiveHead | undefined
  let account: ArchivedAccount | undefined
  for await (const part of readArchive(bytes)) {
    if (part.kind === 'head') {
      if (head) throw twice()
      head = part.head
    } else if (part.kind === 'account') {
      if (account) throw twice()
      account = part.account
    } else if (part.kind === 'card') {
      if (!head?.cards.includes(part.alias) || part.card.alias !== part.alias || !account) throw mixed()
      if (cards.has(part.alias)) throw twice()
      cards.set(part.alias, await takeCard(taking, part, aliasOf(part.alias, head), { email: owner ?? account.email, name: account.name }))
    } else {
      const card = cards.get(part.alias)
      if (!card) throw mixed()
      await takeRest(taking, card, part)
    }
  }
  if (!head || !account || cards.size !== head.cards.length) throw mixed()
  return { owner: owner ?? account.email, cards: [...cards.values()] }
}

async function takeCard(
  { tx, tell, clock, ids }: Taking,
  { card }: Extract<Part, { kind: 'card' }>,
  alias: string,
  owner: { email: string; name: string },
) {
  const now = clock.now()
  const id = ids.get(card.alias)
  if (!id) throw mixed()
  const made = await importCard(tx, { id, alias }, card, now)
  await addOwner(tx, { subjectId: made.id, ...owner }, now)
  await importLabels(tx, made.id, card.labels)
  tell(`card:${made.id}`)
  return { ...made, contacts: 0, pictures: 0 }
}

async function takeRest(
  { tx, clock, laid }: Taking,
  card: Imported['cards'][number],
  part: Exclude<Part, { kind: 'head' | 'account' | 'card' }>,
) {
  if (part.kind === 'contacts') {
    await importContacts(tx, card.id, part.contacts)
    card.contacts += part.contacts.length
  } else if (part.kind === 'days') {
    await importDays(tx, card.id, part.days)
  } else {
    const picture = laid.shift()
    if (picture?.subjectId !== card.id || picture.kind !== part.picture) throw mixed()
    await savePicture(tx, picture, clock.now())
    card.pictures++
  }
}

const twice = () => new Refusal('It holds the same thing twice.')
const mixed = () => new Refusal('Its parts do not belong together: something is missing, or in another order than we write.')
