import { and, asc, desc, eq, gt, inArray, isNotNull, lt, lte, ne, or, sql, type SQL } from 'drizzle-orm'
import type { Db } from '#server/database/database.ts'
import { inBatches, newestIds } from '../contact-store.ts'
import {
  contactImportRows,
  contactImports,
  contacts,
  type Contact,
  type ContactImportRecord,
  type ContactImportRow,
  type MergedFields,
} from '../tables.ts'

export type ImportKey = { subjectId: string; id: string }
const isImport = ({ subjectId, id }: ImportKey) => and(eq(contactImports.subjectId, subjectId), eq(contactImports.id, id))
const isRowOf = ({ subjectId, id }: ImportKey) => and(eq(contactImportRows.subjectId, subjectId), eq(contactImportRows.importId, id))

export async function insertImport(tx: Db, row: typeof contactImports.$inferInsert): Promise<void> {
  await tx.insert(contactImports).values(row)
}

export async function updateImport(tx: Db, key: ImportKey, set: Partial<Omit<ContactImportRecord, 'id' | 'subjectId'>>): Promise<void> {
  await tx.update(contactImports).set(set).where(isImport(key))
}

/** One that is not being read anymore. */
export async function findImport(db: Db, key: ImportKey): Promise<ContactImportRecord | null> {
  const [row] = await db
    .select()
    .from(contactImports)
    .where(and(isImport(key), ne(contactImports.state, 'reading')))
  return row ?? null
}

/** Locks it until the transaction ends. */
export async function lockImport(tx: Db, key: ImportKey): Promise<ContactImportRecord | null> {
  const [row] = await tx.select().from(contactImports).where(isImport(key)).for('update')
  return row ?? null
}

const importsMax = 100

export async function listImports(db: Db, subjectId: string, since: Date): Promise<ContactImportRecord[]> {
  return db
    .select()
    .from(contactImports)
    .where(and(eq(contactImports.subjectId, subjectId), ne(contactImports.state, 'reading'), gt(contactImports.createdAt, since)))
    .orderBy(desc(contactImports.createdAt))
    .limit(importsMax)
}

export async function insertRows(tx: Db, rows: (typeof contactImportRows.$inferInsert)[]): Promise<void> {
  if (rows.length > 0) await tx.insert(contactImportRows).values(rows)
}

type Slice = { after?: number; before?: number; limit: number; where?: SQL | undefined }

/** Rows after a line in their order, or before one in reverse. */
export async function listRows(db: Db, key: ImportKey, { after, before, limit, where }: Slice): Promise<ContactImportRow[]> {
  const { line } = contactImportRows
  return db
    .select()
    .from(contactImportRows)
    .where(and(isRowOf(key), after === undefined ? undefined : gt(line, after), before === undefined ? undefined : lt(line, before), where))
    .orderBy(before === undefined ? asc(line) : desc(line))
    .limit(limit)
}

export const isUnusable = eq(contactImportRows.kind, 'unusable')
export const isUsable = ne(contactImportRows.kind, 'unusable')
export const hasPartIssue = and(isUsable, ne(contactImportRows.issue, ''))
export const hasEffect = isNotNull(contactImportRows.effect)

/** The contacts that these lines became. */
export async function findContactsOfLines(tx: Db, key: ImportKey, lines: readonly number[]): Promise<Map<number, string>> {
  if (lines.length === 0) return new Map()
  const rows = await tx
    .select({ line: contactImportRows.line, contactId: contactImportRows.contactId })
    .from(contactImportRows)
    .where(and(isRowOf(key), inArray(contactImportRows.line, [...lines])))
  return new Map(rows.flatMap(({ line, contactId }) => (contactId ? [[line, contactId]] : [])))
}

/** Marks rows as duplicates of existing contacts. */
export async function markMatches(tx: Db, { subjectId, id }: ImportKey, matches: readonly { line: number; contactId: string }[]) {
  if (matches.length === 0) return
  await tx.execute(sql`update contact_import_row r set kind = 'match', contact_id = v.contact_id
    from unnest(${sql.param(matches.map(({ line }) => line))}::int[], ${sql.param(matches.map(({ contactId }) => contactId))}::uuid[])
      as v (line, contact_id)
    where r.subject_id = ${subjectId} and r.import_id = ${id} and r.line = v.line`)
}

export type RowEffect = {
  line: number
  effect: ContactImportRow['effect']
  contactId: string | null
  before: MergedFields | null
  afterHash: Buffer | null
}

/** Records what became of rows. Their fields are no longer needed. */
export async function saveEffects(tx: Db, { subjectId, id }: ImportKey, effects: readonly RowEffect[]): Promise<void> {
  if (effects.length === 0) return
  const rows = effects.map(({ line, effect, contactId, before, afterHash }) => ({
    line,
    effect,
    contact_id: contactId,
    before,
    after_hash: afterHash && `\\x${afterHash.toString('hex')}`,
  }))
  await tx.execute(sql`update contact_import_row r
    set fields = null, effect = v.effect, contact_id = v.contact_id, before = v.before, after_hash = v.after_hash
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as v (line int, effect text, contact_id uuid, before jsonb, after_hash bytea)
    where r.subject_id = ${subjectId} and r.import_id = ${id} and r.line = v.line`)
}

/** What undoing did, by contact. */
export async function countUndone(tx: Db, { subjectId, id }: ImportKey): Promise<{ removed: number; restored: number; edited: number }> {
  const { rows } = await tx.execute<{ removed: number; restored: number; edited: number }>(sql`
    select count(*) filter (where effect = 'removed')::int as removed,
      count(distinct contact_id) filter (where effect = 'restored' and kind = 'match')::int as restored,
      count(distinct contact_id) filter (where effect = 'edited')::int as edited
    from contact_import_row where subject_id = ${subjectId} and import_id = ${id}`)
  return rows[0] ?? { removed: 0, restored: 0, edited: 0 }
}

type Identifiers = Pick<Contact, 'id' | 'phoneNumber' | 'emailAddress'>

/**
 * Contacts by id, to find duplicates. Without unviewed quarantined ones, which are deleted after a while. `newest` limits them to what
 * the plan shows.
 */
export async function listIdentifiers(
  db: Db,
  subjectId: string,
  { after, limit, newest }: { after: string | null; limit: number; newest: number | null },
): Promise<Identifiers[]> {
  const { id, phoneNumber, emailAddress } = contacts
  return db
    .select({ id, phoneNumber, emailAddress })
    .from(contacts)
    .where(
      and(
        eq(contacts.subjectId, subjectId),
        or(eq(contacts.isQuarantined, false), eq(contacts.viewed, true)),
        newest === null ? undefined : sql`${id} in (${newestIds(subjectId, newest)})`,
        after === null ? undefined : gt(id, after),
      ),
    )
    .orderBy(asc(id))
    .limit(limit)
}

export async function saveMerged(tx: Db, subjectId: string, changed: readonly ({ id: string } & MergedFields)[]): Promise<void> {
  if (changed.length === 0) return
  await tx.execute(sql`update contact c set phone_number = v."phoneNumber", email_address = v."emailAddress", title = v.title,
      company_name = v."companyName", address = v.address, city = v.city, state = v.state, zip = v.zip, notes = v.notes, tags = v.tags,
      revision = c.revision + 1
    from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as v (id uuid, "phoneNumber" text, "emailAddress" text, title text,
      "companyName" text, address text, city text, state text, zip text, notes text, tags text[])
    where c.subject_id = ${subjectId} and c.id = v.id`)
}

/** Removes what rows store of erased contacts: what they would import or restore. */
export async function clearRowsOf(tx: Db, subjectId: string, contactIds: readonly string[]): Promise<void> {
  await tx
    .update(contactImportRows)
    .set({ fields: null, before: null, afterHash: null })
    .where(and(eq(contactImportRows.subjectId, subjectId), inArray(contactImportRows.contactId, [...contactIds])))
}

type Expiry = { previews: Date; imports: Date }

/** Never one that is running or being undone. */
const isExpired = ({ previews, imports }: Expiry) =>
  or(
    and(inArray(contactImports.state, ['reading', 'ready']), lt(contactImports.createdAt, previews)),
    and(inArray(contactImports.state, ['done', 'undone']), lt(contactImports.createdAt, imports)),
  )

/** An import that expired: a preview by one date, another by an earlier one. */
export async function findExpiredImport(db: Db, expiry: Expiry): Promise<ImportKey | null> {
  const { subjectId, id, createdAt } = contactImports
  const [row] = await db
    .select({ subjectId, id })
    .from(contactImports)
    .where(and(lt(createdAt, expiry.previews), isExpired(expiry)))
    .orderBy(asc(createdAt))
    .limit(1)
  return row ?? null
}

/** Locks the import, checks it again, and hides it so that nothing starts or undoes it while its rows are deleted. False if it changed. */
export async function hideExpiredImport(db: Db, key: ImportKey, expiry: Expiry): Promise<boolean> {
  const { rowCount } = await db
    .update(contactImports)
    .set({ state: 'reading' })
    .where(and(isImport(key), isExpired(expiry)))
  return rowCount === 1
}

/** Hides the card's earlier previews, so that none is started while it is deleted, also those whose reading was interrupted. */
export async function hideEarlierPreviews(db: Db, { subjectId, id }: ImportKey, created: Date, interrupted: Date): Promise<ImportKey[]> {
  const { state, createdAt } = contactImports
  const isPreview = or(eq(state, 'ready'), and(eq(state, 'reading'), lt(createdAt, interrupted)))
  return db
    .update(contactImports)
    .set({ state: 'reading' })
    .where(and(eq(contactImports.subjectId, subjectId), ne(contactImports.id, id), lte(createdAt, created), isPreview))
    .returning({ subjectId: contactImports.subjectId, id: contactImports.id })
}

const deleteBatch = 500

/** Its rows first, in batches, so that no statement runs into its time limit. */
export async function deleteImport(db: Db, key: ImportKey): Promise<void> {
  await inBatches(() => deleteRows(db, key, deleteBatch))
  await db.delete(contactImports).where(isImport(key))
}

async function deleteRows(tx: Db, { subjectId, id }: ImportKey, batchSize: number): Promise<number> {
  const { rowCount } = await tx.execute(sql`delete from contact_import_row
    where subject_id = ${subjectId} and import_id = ${id} and line = any (array(
      select line from contact_import_row where subject_id = ${subjectId} and import_id = ${id} limit ${batchSize}))`)
  return rowCount ?? 0
}
