import { z } from 'zod'
import { ArchivedAccount, ArchivedCard, ArchivedContact, ArchivedDay, ArchiveHead, archiveVersion } from '#contract/accounts/archive.ts'
import { gatherAccount } from '#server/accounts/gather-account.ts'
import { listMemberships } from '#server/accounts/read-account.ts'
import { gatherBilling } from '#server/billing/subscriptions/gather-billing.ts'
import { gatherCard } from '#server/cards/owned/gather-card.ts'
import { listCardsById } from '#server/cards/owned/list-cards.ts'
import { gatherContacts, gatheredHead, gatherLabels } from '#server/contacts/gather-contacts.ts'
import type { Db } from '#server/database/database.ts'
import { gatherLinks } from '#server/links/gather-links.ts'
import { gatherPictures, gatherSent } from '#server/media/gather-pictures.ts'
import type { Clock } from '#server/integrations/clock.ts'
import type { Storage } from '#server/integrations/storage.ts'
import type { Settings } from '#server/settings.ts'
import type { Entry } from '#server/integrations/tar.ts'
import { gatherDevices } from '#server/push/gather-devices.ts'
import { gatherDays } from '#server/visits/gather-days.ts'
import { readme } from './readme.ts'

export type ArchiveNeeds = {
  db: Db
  clock: Clock
  storage: Storage
  productVersion: string
  settings: Pick<Settings, 'productName' | 'publicUrl'>
}

const partBytes = 4 * 1024 * 1024

/** Everything about somebody and their cards, part by part. No more of it than one part is held at a time. */
export async function* gatherArchive(needs: ArchiveNeeds, accountId: string): AsyncGenerator<Entry> {
  const { db, clock, productVersion, settings } = needs
  const account = await gatherAccount(needs, accountId)
  const memberships = await listMemberships(db, accountId)
  const cards = await listCardsById(
    db,
    memberships.map(({ subjectId }) => subjectId),
  )
  const head: ArchiveHead = {
    kind: 'carte-archive',
    formatVersion: archiveVersion,
    productVersion,
    // The day, not the moment: the same archive twice in a row is the same file.
    madeOn: clock.now().toISOString().slice(0, 10),
    cards: cards.map(({ alias }) => alias),
  }
  yield json('archive.json', head)
  yield { name: 'README.txt', body: Buffer.from(readme(head, settings.productName)) }
  yield json('schema.json', schema())
  yield json('account.json', account)
  for (const { id, alias } of cards) yield* gatherOne(needs, { subjectId: id, accountId }, `cards/${alias}`)
}

async function* gatherOne(needs: ArchiveNeeds, mine: { subjectId: string; accountId: string }, folder: string): AsyncGenerator<Entry> {
  const { subjectId } = mine
  const { db, settings } = needs
  const card: ArchivedCard = {
    ...(await gatherCard(needs, subjectId)),
    labels: await gatherLabels(db, subjectId),
    devices: await gatherDevices(db, mine),
    shortLinks: await gatherLinks(db, subjectId, settings.publicUrl),
    billing: await gatherBilling(db, subjectId),
  }
  yield json(`${folder}/card.json`, card)
  for await (const { kind, body } of gatherPictures(needs, subjectId)) yield { name: `${folder}/pictures/${kind}.webp`, body }
  // Of a card with the longest address this is as long as a name may be.
  for await (const { kind, revision, body } of gatherSent(needs, subjectId)) yield { name: `${folder}/sent/${kind}-${revision}.webp`, body }

  const lines = parts(`${folder}/contacts`, 'jsonl')
  const rows = parts(`${folder}/contacts`, 'csv', gatheredHead)
  for await (const found of gatherContacts(db, subjectId)) {
    yield* lines.add(found.contacts.map(line))
    yield* rows.add(found.rows)
  }
  yield* lines.end()
  yield* rows.end()
  const days = parts(`${folder}/visits`, 'jsonl')
  for await (const found of gatherDays(db, subjectId)) yield* days.add(found.map(line))
  yield* days.end()
}

/** A long list as files of a size that everybody can open; each stands by itself. */
function parts(folder: string, extension: string, head = '') {
  let held: string[] = []
  let heldBytes = 0
  let number = 0
  function* end(): Generator<Entry> {
    if (held.length === 0) return
    yield { name: `${folder}/${String(++number).padStart(4, '0')}.${extension}`, body: Buffer.from(head + held.join('')) }
    held = []
    heldBytes = 0
  }
  function* add(rows: readonly string[]): Generator<Entry> {
    for (const row of rows) {
      held.push(row)
      heldBytes += Buffer.byteLength(row)
      if (heldBytes > partBytes) yield* end()
    }
  }
  return { add, end }
}

const json = (name: string, value: unknown): Entry => ({ name, body: Buffer.from(`${JSON.stringify(value, null, 1)}\n`) })
const line = (value: unknown) => `${JSON.stringify(value)}\n`

/** What each part holds, for programs that read it. */
function schema() {
  const of = (type: z.ZodType) => z.toJSONSchema(type, { io: 'input', unrepresentable: 'any' })
  return {
    formatVersion: archiveVersion,
    'archive.json': of(ArchiveHead),
    'account.json': of(ArchivedAccount),
    'cards/*/card.json': of(ArchivedCard),
    'cards/*/contacts/*.jsonl, each line': of(ArchivedContact),
    'cards/*/visits/*.jsonl, each line': of(ArchivedDay),
  }
}
