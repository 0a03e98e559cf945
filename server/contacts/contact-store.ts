import type { ContactFields } from '#common/contact-fields.ts'
import type { ContactOrder } from '#contract/contact-choices.ts'
import { labelsMax } from '#contract/constants.ts'
import { and, asc, count, desc, eq, gt, inArray, isNotNull, isNull, lt, lte, ne, or, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { cardFigures } from '#server/database/card-figures.ts'
import type { Db } from '#server/database/database.ts'
import { folded, hasWords } from '#server/database/folded.ts'
import { readReachable } from '#server/database/sharding/read-reachable.ts'
import { contactConsents, contactLabels, contacts, type Consent, type Contact } from './tables.ts'

/** A contact and its consent. */
export type FoundContact = { contact: Contact; consent: Consent | null }

const newestFirst = [desc(contacts.dateCreated), desc(contacts.id)]
/** False if its date is only that of the import. */
const isDated = sql`(${contacts.source} <> 'import' or ${contacts.hasOwnDate})`
const byName = sql`lower(${contacts.fullName}) collate "C"`
const byCompany = sql`lower(${contacts.companyName}) collate "C"`
const withoutCompany = sql`(${contacts.companyName} = '')`
export type StoreOrder = ContactOrder | 'datedFirst'
/** As their indexes have them. */
const orders: Record<StoreOrder, SQL[]> = {
  newest: newestFirst,
  datedFirst: [sql`${isDated} desc`, ...newestFirst],
  name: [asc(byName), asc(contacts.id)],
  company: [asc(withoutCompany), asc(byCompany), asc(byName), asc(contacts.id)],
}

/** The last contact of the previous page. */
type Cursor = {
  dateCreated: Date
  id: string
  isUndated?: boolean | undefined
  fullName?: string | undefined
  companyName?: string | undefined
}

function isAfter({ dateCreated, id, isUndated = false, fullName = '', companyName = '' }: Cursor, order: StoreOrder): SQL {
  const name = sql`lower(${fullName}::text) collate "C"`
  if (order === 'name') return sql`(${byName}, ${contacts.id}) > (${name}, ${id}::uuid)`
  if (order === 'company')
    return sql`(${withoutCompany}, ${byCompany}, ${byName}, ${contacts.id}) > (${companyName}::text = '', lower(${companyName}::text) collate "C", ${name}, ${id}::uuid)`
  const place = sql`${dateCreated.toISOString()}::timestamptz, ${id}::uuid`
  if (order === 'datedFirst') return sql`(${isDated}, ${contacts.dateCreated}, ${contacts.id}) < (${!isUndated}::boolean, ${place})`
  return sql`(${contacts.dateCreated}, ${contacts.id}) < (${place})`
}
const withConsent = { contact: contacts, consent: contactConsents }
const ofContact = and(eq(contactConsents.subjectId, contacts.subjectId), eq(contactConsents.contactId, contacts.id))

/** Null if this submission is stored already. Counts it in the same transaction. */
export async function insertContact(
  tx: Db,
  row: typeof contacts.$inferInsert,
  consent: Omit<Consent, 'subjectId' | 'contactId'> | null,
): Promise<Contact | null> {
  const [inserted] = await tx.insert(contacts).values(row).onConflictDoNothing().returning()
  if (!inserted) return null
  const { subjectId, id } = row
  if (consent) await tx.insert(contactConsents).values({ ...consent, subjectId, contactId: id })
  await tx
    .insert(cardFigures)
    .values({ subjectId, total: 1 })
    .onConflictDoUpdate({ target: cardFigures.subjectId, set: { total: sql`${cardFigures.total} + 1` } })
  return inserted
}

export async function findSubmission(db: Db, subjectId: string, submissionId: string): Promise<Contact | null> {
  const [found] = await db
    .select()
    .from(contacts)
    .where(and(eq(contacts.subjectId, sql.placeholder('subjectId')), eq(contacts.submissionId, sql.placeholder('submissionId'))))
    .prepare('contact_by_submission')
    .execute({ subjectId, submissionId })
  return found ?? null
}

/** How many contacts the owner was notified of since then, counted up to `limit`. */
export async function countNotified(db: Db, subjectId: string, isProved: boolean, since: Date, limit: number): Promise<number> {
  const ofKind = and(eq(contacts.subjectId, subjectId), eq(contacts.isProved, isProved), gt(contacts.dateCreated, since))
  return countUpTo(limit, db, and(ofKind, eq(contacts.source, 'form'), eq(contacts.isQuarantined, false)), [desc(contacts.dateCreated)])
}

const unviewedQuarantine = (subjectId: string) => and(eq(contacts.subjectId, subjectId), contacts.isQuarantined, eq(contacts.viewed, false))

/** How many quarantined contacts of a card were never opened, counted up to `limit`. */
export const countQuarantined = (db: Db, subjectId: string, limit: number): Promise<number> =>
  countUpTo(limit, db, unviewedQuarantine(subjectId), [asc(contacts.quarantineNotifiedAt)])

/** Repeats a batch until it changes no more rows, so that no statement runs into its time limit. */
export async function inBatches(batch: () => Promise<number>): Promise<void> {
  while ((await batch()) > 0);
}

/** Records that the owner was notified of what is quarantined by now. One batch; returns its size. */
export async function markQuarantineNotified(db: Db, subjectId: string, now: Date, batchSize: number): Promise<number> {
  const isUnnotified = and(unviewedQuarantine(subjectId), isNull(contacts.quarantineNotifiedAt), lte(contacts.dateCreated, now))
  const batch = db.select({ id: contacts.id }).from(contacts).where(isUnnotified).orderBy(contacts.quarantineNotifiedAt).limit(batchSize)
  const { rowCount } = await db
    .update(contacts)
    .set({ quarantineNotifiedAt: now })
    .where(and(isUnnotified, isOneOf(batch)))
  return rowCount ?? 0
}

/** Undoes `markQuarantineNotified`. One batch; returns its size. */
export async function clearQuarantineNotified(db: Db, subjectId: string, batchSize: number): Promise<number> {
  const isNotified = and(unviewedQuarantine(subjectId), isNotNull(contacts.quarantineNotifiedAt))
  const batch = db.select({ id: contacts.id }).from(contacts).where(isNotified).orderBy(contacts.quarantineNotifiedAt).limit(batchSize)
  const { rowCount } = await db
    .update(contacts)
    .set({ quarantineNotifiedAt: null })
    .where(and(isNotified, isOneOf(batch)))
  return rowCount ?? 0
}

/** True if no owner was notified of some contact quarantined before then. */
export async function hasUnnotifiedQuarantine(db: Db, subjectId: string, before: Date): Promise<boolean> {
  const isUnnotified = and(unviewedQuarantine(subjectId), isNull(contacts.quarantineNotifiedAt), lt(contacts.dateCreated, before))
  return (await countUpTo(1, db, isUnnotified, [asc(contacts.quarantineNotifiedAt)])) > 0
}

/** The next card by id with an unviewed quarantined contact. One index lookup, however many contacts it has. */
export async function findNextCardWithQuarantine(db: Db, after: string | null): Promise<string | null> {
  const { subjectId } = contacts
  const isNext = and(contacts.isQuarantined, eq(contacts.viewed, false), after === null ? undefined : gt(subjectId, after))
  const [row] = await db.select({ subjectId }).from(contacts).where(isNext).orderBy(subjectId).limit(1)
  return row?.subjectId ?? null
}

export type ContactFilter = {
  words?: string
  label?: string
  isNew?: boolean
  from?: Date | null
  before?: Date | null
  withoutImported?: boolean | undefined
  /** Only contacts that visitors submitted. */
  onlySubmitted?: boolean
  withoutQuarantined?: boolean | undefined
  /** Only among the first this many contacts of the card, imported ones without a date last. */
  newest?: number | null
}
type Page = { limit: number; offset?: number; after?: Cursor | undefined; order?: StoreOrder | undefined }

/** A page after a cursor costs the same at any depth. By date alone if not `datedFirst`. */
export async function listContacts(
  db: Db,
  subjectId: string,
  filter: ContactFilter,
  { limit, offset = 0, after, order = 'newest' }: Page,
): Promise<FoundContact[]> {
  // The rows a numbered page skips are counted in the index; only its own rows are read.
  const onPage = db
    .select({ id: contacts.id })
    .from(contacts)
    .where(matching(subjectId, filter))
    .orderBy(...orders[order])
    .limit(limit)
    .offset(offset)
  const condition =
    offset > 0
      ? and(eq(contacts.subjectId, subjectId), inArray(contacts.id, onPage))
      : and(matching(subjectId, filter), after && isAfter(after, order))
  return db
    .select(withConsent)
    .from(contacts)
    .leftJoin(contactConsents, ofContact)
    .where(condition)
    .orderBy(...orders[order])
    .limit(limit)
}

/** The ids of the first that match. */
export async function listMatchingIds(
  db: Db,
  subjectId: string,
  filter: ContactFilter,
  { limit, order = 'newest' }: Pick<Page, 'limit' | 'order'>,
): Promise<string[]> {
  const rows = await db
    .select({ id: contacts.id })
    .from(contacts)
    .where(matching(subjectId, filter))
    .orderBy(...orders[order])
    .limit(limit)
  return rows.map(({ id }) => id)
}

export async function countContacts(db: Db, subjectId: string, filter: ContactFilter, upTo?: number): Promise<number> {
  if (isEmpty(filter)) {
    const [row] = await db.select({ total: cardFigures.total }).from(cardFigures).where(eq(cardFigures.subjectId, subjectId))
    return row?.total ?? 0
  }
  // Its badge shows 99+ at most.
  if (filter.isNew) return countUpTo(newCountMax, db, matching(subjectId, filter), newestFirst)
  if (upTo && filter.words) return countUpTo(upTo, db, matching(subjectId, filter), newestFirst)
  const [row] = await db.select({ count: count() }).from(contacts).where(matching(subjectId, filter))
  return row?.count ?? 0
}

/** With an order that an index has: otherwise the planner, expecting many matches, may scan the whole table. */
async function countUpTo(limit: number, db: Db, condition: SQL | undefined, order: SQL[]): Promise<number> {
  const limited = db
    .select({ one: sql`1` })
    .from(contacts)
    .where(condition)
    .orderBy(...order)
    .limit(limit)
    .as('limited')
  const [row] = await db.select({ count: count() }).from(limited)
  return row?.count ?? 0
}

const newCountMax = 100

const isEmpty = (filter: ContactFilter) => !Object.values(filter).some(Boolean)

const text = sql`${contacts.fullName} || ' ' || ${contacts.companyName} || ' ' || ${contacts.emailAddress} || ' ' || ${contacts.phoneNumber}`
/** With the phone number's digits alone, too. */
const textAndDigits = sql`${text} || ' ' || translate(${contacts.phoneNumber}, translate(${contacts.phoneNumber}, '0123456789', ''), '')`
/** Of ASCII only the case differs, which takes a third of the time: counting a common word compares thousands of contacts. */
const searched = sql`case when octet_length(${text}) = length(${text}) then lower((${textAndDigits}) collate "C") else ${folded(textAndDigits)} end`

/** More words match as typed: there are too many orders to compare. */
const anyOrderMax = 3

/** Words of a name, company or email address, in any order, or a part of a phone number, however it is written. */
function found(words: string): SQL | undefined {
  const digits = words.replace(/[^0-9]/g, '').replace(/^0+/, '')
  if (digits.length < 3 || !/^[+\d\s()./-]+$/.test(words)) {
    const typed = words.split(/\s+/)
    // A pattern for each order: of several conditions on common words, the planner expects few rows and reads them all.
    return or(...(typed.length > anyOrderMax ? [typed] : ordersOf(typed)).map((order) => hasWords(searched, ...order)))
  }
  // The country code, and the 0 in place of it, may be in one and not in the other.
  return or(hasWords(searched, words), hasWords(searched, digits.length > 10 ? digits.slice(-9) : digits))
}

function ordersOf(words: readonly string[]): string[][] {
  if (words.length < 2) return [[...words]]
  return words.flatMap((word, at) => ordersOf(words.toSpliced(at, 1)).map((rest) => [word, ...rest]))
}

function matching(
  subjectId: string,
  { words, label, isNew, from, before, newest, withoutImported, onlySubmitted, withoutQuarantined }: ContactFilter,
): SQL | undefined {
  return and(
    eq(contacts.subjectId, subjectId),
    words ? found(words) : undefined,
    label ? sql`${contacts.tags} @> array[${label}]::text[]` : undefined,
    // Quarantined contacts are in the list, but don't count as new.
    isNew ? and(eq(contacts.viewed, false), eq(contacts.isQuarantined, false)) : undefined,
    from ? sql`${contacts.dateCreated} >= ${from.toISOString()}::timestamptz` : undefined,
    before ? sql`${contacts.dateCreated} < ${before.toISOString()}::timestamptz` : undefined,
    withoutImported ? ne(contacts.source, 'import') : undefined,
    onlySubmitted ? eq(contacts.source, 'form') : undefined,
    withoutQuarantined ? eq(contacts.isQuarantined, false) : undefined,
    newest ? sql`${contacts.id} in (${newestIds(subjectId, newest)})` : undefined,
  )
}

/** The ids of a card's newest contacts, as a subquery. Imported ones without a date of their own don't displace others. */
export const newestIds = (subjectId: string, newest: number) =>
  sql`select n.id from contact n where n.subject_id = ${subjectId} and not n.is_held
    order by (n.source <> 'import' or n.has_own_date) desc, n.date_created desc, n.id desc limit ${newest}`

/** A contact of one of these cards. */
export const findContact = async (db: Db, subjectIds: readonly string[], id: string): Promise<FoundContact | null> =>
  (await findContacts(db, subjectIds, [id]))[0] ?? null

/** Those of the contacts that are on one of these cards. */
export async function findContacts(db: Db, subjectIds: readonly string[], ids: readonly string[]): Promise<FoundContact[]> {
  const { rows, error } = await readReachable(db, subjectIds, (some) =>
    db
      .select(withConsent)
      .from(contacts)
      .leftJoin(contactConsents, ofContact)
      .where(and(inArray(contacts.subjectId, [...some]), inArray(contacts.id, [...ids]))),
  )
  // The others may be contacts of a card that can't be read.
  if (error && rows.length < ids.length) throw error
  return rows
}

/** The ids of the card's newest contacts. */
export async function listNewestIds(db: Db, subjectId: string, newest: number): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(newestIds(subjectId, newest))
  return rows.map(({ id }) => id)
}

type ContactKey = { subjectId: string; id: string }
const hasKey = ({ subjectId, id }: ContactKey) => and(eq(contacts.subjectId, subjectId), eq(contacts.id, id))

export async function markViewed(tx: Db, contact: ContactKey): Promise<void> {
  await tx.update(contacts).set({ viewed: true }).where(hasKey(contact))
}

/** The changed contact; null if it was erased meanwhile. */
export async function setTags(tx: Db, contact: ContactKey, tags: string[]): Promise<Contact | null> {
  const [changed] = await tx.update(contacts).set({ tags }).where(hasKey(contact)).returning()
  return changed ?? null
}

export async function saveTags(tx: Db, subjectId: string, changed: readonly Pick<Contact, 'id' | 'tags' | 'viewed'>[]): Promise<void> {
  if (changed.length === 0) return
  const rows = changed.map(({ id, tags, viewed }) => ({ id, tags, viewed }))
  await tx.execute(sql`update contact c set tags = v.tags, viewed = v.viewed
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as v (id uuid, tags text[], viewed boolean)
    where c.subject_id = ${subjectId} and c.id = v.id`)
}

/** The released contact; null if it isn’t held for review. Releasing counts as viewing. */
export async function releaseQuarantined(tx: Db, contact: ContactKey): Promise<Contact | null> {
  const [released] = await tx
    .update(contacts)
    .set({ isQuarantined: false, viewed: true })
    .where(and(hasKey(contact), contacts.isQuarantined))
    .returning()
  return released ?? null
}

/** Locks the contact until the end of the transaction, so that notes from two windows are both saved. */
export async function lockContact(tx: Db, contact: ContactKey): Promise<Contact | null> {
  const [row] = await tx.select().from(contacts).where(hasKey(contact)).for('update')
  return row ?? null
}

/** The same for several. In the order of their ids, so that two that lock the same ones don't wait for each other. */
export async function lockContacts(tx: Db, subjectId: string, ids: readonly string[]): Promise<Map<string, Contact>> {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .select()
    .from(contacts)
    .where(and(eq(contacts.subjectId, subjectId), inArray(contacts.id, [...ids])))
    .orderBy(asc(contacts.id))
    .for('update')
  return new Map(rows.map((row) => [row.id, row]))
}

/** The edited contact. */
export async function editContact(
  tx: Db,
  contact: ContactKey,
  set: ContactFields & Pick<Contact, 'fullName' | 'viewed' | 'original' | 'editedAt'>,
): Promise<Contact | null> {
  const [edited] = await tx
    .update(contacts)
    .set({ ...set, revision: sql`${contacts.revision} + 1` })
    .where(hasKey(contact))
    .returning()
  return edited ?? null
}

export async function setOwnerNotes(tx: Db, contact: ContactKey, ownerNotes: Contact['ownerNotes']): Promise<void> {
  await tx.update(contacts).set({ ownerNotes }).where(hasKey(contact))
}

/** Their consents are deleted by the foreign key. */
export async function deleteContacts(tx: Db, subjectId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const deleted = await tx
    .delete(contacts)
    .where(and(eq(contacts.subjectId, subjectId), inArray(contacts.id, [...ids])))
    .returning({ id: contacts.id })
  await subtractFromCount(tx, subjectId, deleted.length)
}

/** Deletes contacts whose owner was notified before then and has neither opened nor annotated them. One batch; returns its size. */
export async function deleteExpiredQuarantine(tx: Db, subjectId: string, before: Date, batchSize: number): Promise<number> {
  const isUntouched = and(unviewedQuarantine(subjectId), sql`${contacts.ownerNotes} = '[]'`, lt(contacts.quarantineNotifiedAt, before))
  const batch = tx.select({ id: contacts.id }).from(contacts).where(isUntouched).orderBy(contacts.quarantineNotifiedAt).limit(batchSize)
  // The delete repeats the condition: the owner may open or annotate a contact meanwhile.
  const deleted = await tx
    .delete(contacts)
    .where(and(isUntouched, isOneOf(batch)))
    .returning({ id: contacts.id })
  await subtractFromCount(tx, subjectId, deleted.length)
  return deleted.length
}

/** As an array the subquery runs once; as a join it may run again for each row. */
const isOneOf = (ids: SQLWrapper) => sql`${contacts.id} = any (array${ids})`

async function subtractFromCount(tx: Db, subjectId: string, deleted: number): Promise<void> {
  if (deleted === 0) return
  await tx
    .update(cardFigures)
    .set({ total: sql`greatest(0, ${cardFigures.total} - ${deleted})` })
    .where(eq(cardFigures.subjectId, subjectId))
}

export async function listLabelNames(db: Db, subjectId: string): Promise<string[]> {
  const rows = await db
    .select({ name: contactLabels.name })
    .from(contactLabels)
    .where(eq(contactLabels.subjectId, subjectId))
    .orderBy(asc(contactLabels.weight), asc(contactLabels.name))
    .limit(labelsMax)
  return rows.map(({ name }) => name)
}

/** Returns how many of them are new. */
export async function addLabels(tx: Db, subjectId: string, names: readonly string[]): Promise<number> {
  const rows = [...new Set(names)].toSorted().map((name) => ({ subjectId, name }))
  if (rows.length === 0) return 0
  const added = await tx.insert(contactLabels).values(rows).onConflictDoNothing().returning({ name: contactLabels.name })
  return added.length
}

export const countLabels = (tx: Db, subjectId: string) => tx.$count(contactLabels, eq(contactLabels.subjectId, subjectId))

type NewRow = { contact: typeof contacts.$inferInsert; consent: Consent | null }

/** Inserts many, and counts them in the same transaction. */
export async function insertContacts(tx: Db, subjectId: string, rows: readonly NewRow[]): Promise<void> {
  if (rows.length === 0) return
  await tx.insert(contacts).values(rows.map(({ contact }) => contact))
  const consents = rows.flatMap(({ consent }) => consent ?? [])
  if (consents.length > 0) await tx.insert(contactConsents).values(consents)
  await tx
    .insert(cardFigures)
    .values({ subjectId, total: rows.length })
    .onConflictDoUpdate({ target: cardFigures.subjectId, set: { total: sql`${cardFigures.total} + ${rows.length}` } })
}
