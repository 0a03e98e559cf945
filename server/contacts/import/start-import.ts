import { retention } from '#contract/accounts/retention.ts'
import type { Duplicates } from '#contract/contact-imports.ts'
import { dialable } from '#common/text/phone.ts'
import { readOwnCard } from '#server/cards/owned/read-own-card.ts'
import { newId } from '#server/database/new-id.ts'
import type { Caller } from '#server/http/calls/mount.ts'
import { problem } from '#server/http/problems/problem.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { addOwnLabels, plainLabels } from '../change-contact.ts'
import { contactLimit } from '../contact-limit.ts'
import type { OwnDeps } from '../search-contacts.ts'
import type { ImportedFields } from '../tables.ts'
import {
  deleteImport,
  hideEarlierPreviews,
  insertImport,
  insertRows,
  listIdentifiers,
  lockImport,
  markMatches,
  updateImport,
  type ImportKey,
} from './contact-import-store.ts'
import { readPeople, type ReadRow } from './read-people.ts'

type Deps = OwnDeps & { jobs: Jobs }
type Upload = { alias: string; name: string; bytes: Uint8Array }

const batchSize = 500
const dayMs = 86_400_000
/** Longer than any file is read. */
const interruptedMs = 3_600_000
/** After every row: undoing begins at the end. */
const lineAfterLast = 2_147_483_647

/**
 * Stores the rows of a file for a preview, batch by batch, and finds the duplicates. It replaces the card's earlier preview. Nothing
 * stays of a file that is refused.
 */
export async function createImport(deps: OwnDeps, caller: Caller, { alias, name, bytes }: Upload): Promise<{ id: string }> {
  const { db, clock } = deps
  const card = await readOwnCard(deps, caller, alias)
  const createdAt = clock.now()
  const key = { subjectId: card.subject.id, id: newId(createdAt.getTime()) }
  await insertImport(db, { ...key, createdAt, name: name.replace(/\p{Cc}/gu, ' ').trim() || 'contacts' })
  try {
    await readIn(deps, key, { bytes, newest: contactLimit(card), now: createdAt })
  } catch (error) {
    await deleteImport(db, key).catch(() => {})
    throw error
  }
  const interrupted = new Date(createdAt.getTime() - interruptedMs)
  for (const earlier of await hideEarlierPreviews(db, key, createdAt, interrupted)) await deleteImport(db, earlier)
  return { id: key.id }
}

type File = { bytes: Uint8Array; newest: number | null; now: Date }

async function readIn({ db }: OwnDeps, key: ImportKey, { bytes, newest, now }: File): Promise<void> {
  /** The first line with each phone number and email address. */
  const lineOf = new Map<string, number>()
  const unknown = new Set<string>()
  const counts = { total: 0, repeated: 0, unusable: 0, cut: 0 }
  let batch: Parameters<typeof insertRows>[1] = []
  for await (const row of readPeople(bytes, unknown, now)) {
    const read = kindOf(row, lineOf)
    counts.total++
    if (read.kind === 'unusable') counts.unusable++
    if (read.kind === 'repeat') counts.repeated++
    if ('isCut' in row && row.isCut) counts.cut++
    batch.push({ subjectId: key.subjectId, importId: key.id, line: row.line, ...read })
    if (batch.length < batchSize) continue
    await insertRows(db, batch)
    batch = []
  }
  await insertRows(db, batch)
  const matched = await match(db, key, lineOf, newest)
  await updateImport(db, key, { ...counts, matched, unknownColumns: [...unknown], state: 'ready' })
}

function kindOf(row: ReadRow, lineOf: Map<string, number>) {
  if ('issue' in row) return { kind: 'unusable', issue: row.issue } as const
  const identifiers = identifiersOf(row.fields)
  const repeatOf = identifiers.flatMap((one) => lineOf.get(one) ?? [])[0]
  for (const one of identifiers) if (!lineOf.has(one)) lineOf.set(one, repeatOf ?? row.line)
  const kind = repeatOf === undefined ? 'new' : 'repeat'
  return { kind, fields: row.fields, issue: row.partIssue ?? '', repeatOf: repeatOf ?? null } as const
}

/**
 * The existing contacts are read through once, so memory is bounded by the file. Only the newest if the plan hides the others: a
 * preview doesn't tell who is among them.
 */
async function match(db: OwnDeps['db'], key: ImportKey, lineOf: ReadonlyMap<string, number>, newest: number | null): Promise<number> {
  const matched = new Set<number>()
  for (let after: string | null = null; ;) {
    const found: Awaited<ReturnType<typeof listIdentifiers>> = await listIdentifiers(db, key.subjectId, { after, limit: batchSize, newest })
    const matches = found.flatMap((contact) =>
      identifiersOf(contact).flatMap((identifier) => {
        const line = lineOf.get(identifier)
        if (line === undefined || matched.has(line)) return []
        matched.add(line)
        return [{ line, contactId: contact.id }]
      }),
    )
    await markMatches(db, key, matches)
    after = found.at(-1)?.id ?? null
    if (found.length < batchSize) return matched.size
  }
}

/** Phone number and email address in one form, however they are typed. */
function identifiersOf({ phoneNumber, emailAddress }: Pick<ImportedFields, 'phoneNumber' | 'emailAddress'>): string[] {
  const phone = dialable(phoneNumber)?.split(';')[0]
  return [...(emailAddress ? [emailAddress.toLowerCase()] : []), ...(phone ? [phone] : [])]
}

type RunOptions = { alias: string; importId: string; duplicates: Duplicates; label: string }

/** Starts the import of a preview. A second click gets a conflict. */
export async function startImport(deps: Deps, caller: Caller, { alias, importId, duplicates, label }: RunOptions): Promise<void> {
  const { subject, may } = await readOwnCard(deps, caller, alias)
  const [tag = ''] = plainLabels([label])
  if (tag !== '' && !may('ConnectedClientLabels')) throw problem('not-allowed', { detail: 'Labels are a PRO feature.' })
  const key = { subjectId: subject.id, id: importId }
  await deps.jobs.ready()
  await deps.db.transaction(async (tx) => {
    const found = await lockImport(tx, key)
    if (!found || found.state === 'reading') throw problem('not-found')
    // The cleanup may be about to delete it.
    const isExpired = found.createdAt.getTime() < deps.clock.now().getTime() - retention.importPreviewDays * dayMs
    if (found.state === 'ready' && isExpired) throw problem('not-found')
    if (found.state !== 'ready') throw problem('conflict', { detail: 'This file was imported already.' })
    if (tag) await addOwnLabels(tx, key.subjectId, [tag])
    await updateImport(tx, key, { state: 'importing', duplicates, label: tag, atLine: 0 })
    await deps.jobs.enqueue(tx, 'contacts.import', { subjectId: key.subjectId, importId }, { key: `${importId}-importing` })
  })
}

/** Starts undoing an import, also one that is under way. */
export async function startUndo(deps: Deps, caller: Caller, { alias, importId }: Pick<RunOptions, 'alias' | 'importId'>): Promise<void> {
  const { subject } = await readOwnCard(deps, caller, alias)
  const key = { subjectId: subject.id, id: importId }
  await deps.jobs.ready()
  await deps.db.transaction(async (tx) => {
    const found = await lockImport(tx, key)
    if (!found || found.state === 'reading') throw problem('not-found')
    if (!['importing', 'done'].includes(found.state)) throw problem('conflict', { detail: 'There is nothing to undo.' })
    if (found.createdAt.getTime() < deps.clock.now().getTime() - retention.importDays * dayMs)
      throw problem('conflict', { detail: `An import can be undone for ${retention.importDays} days.` })
    await updateImport(tx, key, { state: 'undoing', atLine: lineAfterLast })
    await deps.jobs.enqueue(tx, 'contacts.import', { subjectId: key.subjectId, importId }, { key: `${importId}-undoing` })
  })
}
