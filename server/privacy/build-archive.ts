import { z } from 'zod'
import { ArchivedAccount, ArchivedCard, ArchivedContact, ArchivedDay, ArchiveHead, archiveVersion } from '#contract/accounts/archive.ts'
import { exportAccount } from '#server/accounts/export-account.ts'
import { listMemberships } from '#server/accounts/read-account.ts'
import { exportRejections } from '#server/accounts/rejections/manage-rejections.ts'
import { gatherBilling } from '#server/billing/subscriptions/gather-billing.ts'
import { gatherCard } from '#server/cards/owned/gather-card.ts'
import { listCardsById } from '#server/cards/owned/list-cards.ts'
import { csvHeader } from '#server/contacts/write-contact-csv.ts'
import { exportArchiveContacts, exportLabels } from '#server/contacts/export-archive-contacts.ts'
import { exportKeys } from '#server/access-keys/export-keys.ts'
import { exportConnections } from '#server/connections/export-connections.ts'
import type { Db } from '#server/database/database.ts'
import { exportLinks } from '#server/links/export-links.ts'
import { gatherPictures, gatherUploaded } from '#server/media/gather-pictures.ts'
import type { Clock } from '#server/integrations/clock.ts'
import type { Storage } from '#server/integrations/storage.ts'
import type { Settings } from '#server/settings.ts'
import type { TarEntry } from '#server/integrations/tar.ts'
import { exportDevices } from '#server/push/export-devices.ts'
import { exportDays } from '#server/visits/export-days.ts'
import { readme } from './readme.ts'

export type ArchiveDeps = {
  db: Db
  clock: Clock
  storage: Storage
  productVersion: string
  settings: Pick<Settings, 'plans' | 'productName' | 'publicUrl'>
}

const partBytes = 4 * 1024 * 1024

/** All data of an account and its cards, part by part: only one part is in memory at a time. */
export async function* buildArchive(deps: ArchiveDeps, accountId: string): AsyncGenerator<TarEntry> {
  const { db, clock, productVersion, settings } = deps
  const account = await exportAccount(deps, accountId)
  const memberships = await listMemberships(db, accountId)
  const cards = await listCardsById(
    db,
    memberships.map(({ subjectId }) => subjectId),
  )
  const head: ArchiveHead = {
    kind: 'carte-archive',
    formatVersion: archiveVersion,
    productVersion,
    // The day, not the time, so that two exports of the same data are the same file.
    madeOn: clock.now().toISOString().slice(0, 10),
    cards: cards.map(({ alias }) => alias),
  }
  yield json('archive.json', head)
  yield { name: 'README.txt', body: Buffer.from(readme(head, settings.productName)) }
  yield json('schema.json', schema())
  yield json('account.json', account)
  for (const { id, alias } of cards) yield* buildCard(deps, { subjectId: id, accountId }, `cards/${alias}`)
}

async function* buildCard(
  deps: ArchiveDeps,
  membership: { subjectId: string; accountId: string },
  folder: string,
): AsyncGenerator<TarEntry> {
  const { subjectId } = membership
  const { db, settings } = deps
  const card: ArchivedCard = {
    ...(await gatherCard(deps, subjectId)),
    labels: await exportLabels(db, subjectId),
    devices: await exportDevices(db, membership),
    shortLinks: await exportLinks(db, subjectId, settings.publicUrl),
    connections: await exportConnections(db, subjectId),
    accessKeys: await exportKeys(db, subjectId),
    billing: await gatherBilling(db, subjectId),
    mailRejections: await exportRejections(db, subjectId),
  }
  yield json(`${folder}/card.json`, card)
  for await (const { kind, body } of gatherPictures(deps, subjectId)) yield { name: `${folder}/pictures/${kind}.webp`, body }
  // With the longest card address this name has the maximum length of a tar entry.
  for await (const { kind, revision, body } of gatherUploaded(deps, subjectId))
    yield { name: `${folder}/sent/${kind}-${revision}.webp`, body }

  const lines = parts(`${folder}/contacts`, 'jsonl')
  const rows = parts(`${folder}/contacts`, 'csv', csvHeader)
  for await (const found of exportArchiveContacts(db, subjectId)) {
    yield* lines.add(found.contacts.map(line))
    yield* rows.add(found.rows)
  }
  yield* lines.end()
  yield* rows.end()
  const days = parts(`${folder}/visits`, 'jsonl')
  for await (const found of exportDays(db, subjectId)) yield* days.add(found.map(line))
  yield* days.end()
}

/** Splits a long list into files small enough to open; each is complete in itself. */
function parts(folder: string, extension: string, head = '') {
  let buffered: string[] = []
  let bufferedBytes = 0
  let number = 0
  function* end(): Generator<TarEntry> {
    if (buffered.length === 0) return
    yield { name: `${folder}/${String(++number).padStart(4, '0')}.${extension}`, body: Buffer.from(head + buffered.join('')) }
    buffered = []
    bufferedBytes = 0
  }
  function* add(rows: readonly string[]): Generator<TarEntry> {
    for (const row of rows) {
      buffered.push(row)
      bufferedBytes += Buffer.byteLength(row)
      if (bufferedBytes > partBytes) yield* end()
    }
  }
  return { add, end }
}

const json = (name: string, value: unknown): TarEntry => ({ name, body: Buffer.from(`${JSON.stringify(value, null, 1)}\n`) })
const line = (value: unknown) => `${JSON.stringify(value)}\n`

/** JSON Schemas of the parts, for programs that read the archive. */
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
