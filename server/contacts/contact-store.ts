import { labelsMax } from '#contract/constants.ts'
import { and, asc, count, desc, eq, gt, inArray, isNotNull, isNull, lt, lte, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { Db } from '#server/database/database.ts'
import { folded, hasWords } from '#server/database/folded.ts'
import { contactConsents, contactCounts, contactLabels, contacts, type Consent, type Contact } from './tables.ts'

/** A contact with what its person agreed to. */
export type FoundContact = { contact: Contact; consent: Consent | null }

const newestFirst = [desc(contacts.dateCreated), desc(contacts.id)]
const withConsent = { contact: contacts, consent: contactConsents }
const ofContact = and(eq(contactConsents.subjectId, contacts.subjectId), eq(contactConsents.contactId, contacts.id))

/** False where this submission is kept already. Counts it in the same transaction. */
export async function insertContact(
  tx: Db,
  row: typeof contacts.$inferInsert,
  consent: Omit<Consent, 'subjectId' | 'contactId'> | null,
): Promise<boolean> {
  const kept = await tx.insert(contacts).values(row).onConflictDoNothing().returning({ id: contacts.id })
  if (kept.length === 0) return false
  const { subjectId, id } = row
  if (consent) await tx.insert(contactConsents).values({ ...consent, subjectId, contactId: id })
  await tx
    .insert(contactCounts)
    .values({ subjectId, total: 1 })
    .onConflictDoUpdate({ target: contactCounts.subjectId, set: { total: sql`${contactCounts.total} + 1` } })
  return true
}

export async function findSubmission(db: Db, subjectId: string, submissionId: string): Promise<Contact | null> {
  const [found] = await db
    .select()
    .from(contacts)
    .where(and(eq(contacts.subjectId, subjectId), eq(contacts.submissionId, submissionId)))
  return found ?? null
}

/** How many the owner was told of since a moment, counted no further than `most`. */
export async function countAnnounced(db: Db, subjectId: string, isProved: boolean, since: Date, most: number): Promise<number> {
  const ofKind = and(eq(contacts.subjectId, subjectId), eq(contacts.isProved, isProved), gt(contacts.dateCreated, since))
  return countSome(db, and(ofKind, eq(contacts.source, 'form'), eq(contacts.isHeld, false)), [desc(contacts.dateCreated)], most)
}

const heldUnseen = (subjectId: string) => and(eq(contacts.subjectId, subjectId), contacts.isHeld, eq(contacts.viewed, false))

/** How many of a card's are held and were never opened, counted no further than `most`. */
export const countHeld = (db: Db, subjectId: string, most: number): Promise<number> =>
  countSome(db, heldUnseen(subjectId), [asc(contacts.heldToldAt)], most)

/** Its owner heard of what is held by now, so many at once. Says how many those were. */
export async function markHeldTold(db: Db, subjectId: string, now: Date, most: number): Promise<number> {
  const isUntold = and(heldUnseen(subjectId), isNull(contacts.heldToldAt), lte(contacts.dateCreated, now))
  const some = db.select({ id: contacts.id }).from(contacts).where(isUntold).orderBy(contacts.heldToldAt).limit(most)
  const { rowCount } = await db
    .update(contacts)
    .set({ heldToldAt: now })
    .where(and(isUntold, isOneOf(some)))
  return rowCount ?? 0
}

/** What was told is as if it never was, so many at once. Says how many those were. */
export async function unmarkHeldTold(db: Db, subjectId: string, most: number): Promise<number> {
  const isTold = and(heldUnseen(subjectId), isNotNull(contacts.heldToldAt))
  const some = db.select({ id: contacts.id }).from(contacts).where(isTold).orderBy(contacts.heldToldAt).limit(most)
  const { rowCount } = await db
    .update(contacts)
    .set({ heldToldAt: null })
    .where(and(isTold, isOneOf(some)))
  return rowCount ?? 0
}

/** Whether something is held since then or longer of which nobody was told. */
export async function hasUntold(db: Db, subjectId: string, before: Date): Promise<boolean> {
  const isUntold = and(heldUnseen(subjectId), isNull(contacts.heldToldAt), lt(contacts.dateCreated, before))
  return (await countSome(db, isUntold, [asc(contacts.heldToldAt)], 1)) > 0
}

/** The first card, or the next after that one, with something held that was never opened: one step in the index, however much it holds. */
export async function findHolding(db: Db, after: string | null): Promise<string | null> {
  const { subjectId } = contacts
  const isHolding = and(contacts.isHeld, eq(contacts.viewed, false), after === null ? undefined : gt(subjectId, after))
  const [row] = await db.select({ subjectId }).from(contacts).where(isHolding).orderBy(subjectId).limit(1)
  return row?.subjectId ?? null
}

export type Wanted = {
  words?: string
  label?: string
  isNew?: boolean
  from?: Date | null
  before?: Date | null
  /** Only the newest so many of the card's, whatever else is asked for. */
  newest?: number | null
}
type Place = { limit: number; offset?: number; after?: { dateCreated: Date; id: string } | undefined }

/** Newest first. Behind a contact one has, a page costs the same however deep it lies. */
export async function listContacts(
  db: Db,
  subjectId: string,
  wanted: Wanted,
  { limit, offset = 0, after }: Place,
): Promise<FoundContact[]> {
  const behind =
    after && sql`(${contacts.dateCreated}, ${contacts.id}) < (${after.dateCreated.toISOString()}::timestamptz, ${after.id}::uuid)`
  // What a numbered page passes over is counted in the index alone; only its own rows are read.
  const onPage = db
    .select({ id: contacts.id })
    .from(contacts)
    .where(matching(subjectId, wanted))
    .orderBy(...newestFirst)
    .limit(limit)
    .offset(offset)
  const asked = offset > 0 ? and(eq(contacts.subjectId, subjectId), inArray(contacts.id, onPage)) : and(matching(subjectId, wanted), behind)
  return db
    .select(withConsent)
    .from(contacts)
    .leftJoin(contactConsents, ofContact)
    .where(asked)
    .orderBy(...newestFirst)
    .limit(limit)
}

export async function countContacts(db: Db, subjectId: string, wanted: Wanted): Promise<number> {
  if (isEverything(wanted)) {
    const [row] = await db.select({ total: contactCounts.total }).from(contactCounts).where(eq(contactCounts.subjectId, subjectId))
    return row?.total ?? 0
  }
  // A badge says 99+: nobody waits until a hundred thousand are counted for it.
  if (wanted.isNew) return countSome(db, matching(subjectId, wanted), newestFirst, newCountMax)
  const [row] = await db.select({ count: count() }).from(contacts).where(matching(subjectId, wanted))
  return row?.count ?? 0
}

/** Asked for in no order of an index, a database that expects many reads the whole table for few. */
async function countSome(db: Db, of: SQL | undefined, order: SQL[], most: number): Promise<number> {
  const some = db
    .select({ one: sql`1` })
    .from(contacts)
    .where(of)
    .orderBy(...order)
    .limit(most)
    .as('some')
  const [row] = await db.select({ count: count() }).from(some)
  return row?.count ?? 0
}

const newCountMax = 100

const isEverything = ({ words, label, isNew, from, before, newest }: Wanted) => !words && !label && !isNew && !from && !before && !newest

const searched = folded(sql`${contacts.fullName} || ' ' || ${contacts.companyName}`)

function matching(subjectId: string, { words, label, isNew, from, before, newest }: Wanted): SQL | undefined {
  return and(
    eq(contacts.subjectId, subjectId),
    words ? hasWords(searched, words) : undefined,
    label ? sql`${contacts.tags} @> array[${label}]::text[]` : undefined,
    // What is held is found in the list, and calls nobody.
    isNew ? and(eq(contacts.viewed, false), eq(contacts.isHeld, false)) : undefined,
    from ? sql`${contacts.dateCreated} >= ${from.toISOString()}::timestamptz` : undefined,
    before ? sql`${contacts.dateCreated} < ${before.toISOString()}::timestamptz` : undefined,
    newest ? sql`${contacts.id} in (${newestIds(subjectId, newest)})` : undefined,
  )
}

const newestIds = (subjectId: string, newest: number) =>
  sql`select n.id from contact n where n.subject_id = ${subjectId} and not n.is_held order by n.date_created desc, n.id desc limit ${newest}`

/** One of somebody's cards' contacts. */
export async function findContact(db: Db, subjectIds: readonly string[], id: string): Promise<FoundContact | null> {
  if (subjectIds.length === 0) return null
  const [found] = await db
    .select(withConsent)
    .from(contacts)
    .leftJoin(contactConsents, ofContact)
    .where(and(inArray(contacts.subjectId, [...subjectIds]), eq(contacts.id, id)))
  return found ?? null
}

/** Whether it is one of the card's newest. */
export async function isAmongNewest(db: Db, subjectId: string, id: string, newest: number): Promise<boolean> {
  const { rows } = await db.execute(sql`select 1 from (${newestIds(subjectId, newest)}) newest where id = ${id}`)
  return rows.length > 0
}

type Of = { subjectId: string; id: string }
const same = ({ subjectId, id }: Of) => and(eq(contacts.subjectId, subjectId), eq(contacts.id, id))

export async function markViewed(tx: Db, contact: Of): Promise<void> {
  await tx.update(contacts).set({ viewed: true }).where(same(contact))
}

export async function putTags(tx: Db, contact: Of, tags: string[]): Promise<void> {
  await tx.update(contacts).set({ tags }).where(same(contact))
}

/** The contact, held for the rest of the transaction, so that two windows that write a note both keep theirs. */
export async function lockContact(tx: Db, contact: Of): Promise<Contact | null> {
  const [row] = await tx.select().from(contacts).where(same(contact)).for('update')
  return row ?? null
}

export async function putOwnerNotes(tx: Db, contact: Of, ownerNotes: Contact['ownerNotes']): Promise<void> {
  await tx.update(contacts).set({ ownerNotes }).where(same(contact))
}

/** With all that hangs on it: consent goes by its foreign key. */
export async function deleteContact(tx: Db, contact: Of): Promise<boolean> {
  const gone = await tx.delete(contacts).where(same(contact)).returning({ id: contacts.id })
  await uncount(tx, contact.subjectId, gone.length)
  return gone.length > 0
}

/** Held, its owner told before then, and since neither looked at nor written on; so many at once. Says how many those were. */
export async function deleteForgotten(tx: Db, subjectId: string, before: Date, most: number): Promise<number> {
  const isForgotten = and(heldUnseen(subjectId), sql`${contacts.ownerNotes} = '[]'`, lt(contacts.heldToldAt, before))
  const some = tx.select({ id: contacts.id }).from(contacts).where(isForgotten).orderBy(contacts.heldToldAt).limit(most)
  // Asked of each again where it goes: somebody may open it meanwhile, or write on it.
  const gone = await tx
    .delete(contacts)
    .where(and(isForgotten, isOneOf(some)))
    .returning({ id: contacts.id })
  await uncount(tx, subjectId, gone.length)
  return gone.length
}

/** Found once for all rows; joined, they may be looked for again at each. */
const isOneOf = (ids: SQLWrapper) => sql`${contacts.id} = any (array${ids})`

async function uncount(tx: Db, subjectId: string, gone: number): Promise<void> {
  if (gone === 0) return
  await tx
    .update(contactCounts)
    .set({ total: sql`greatest(0, ${contactCounts.total} - ${gone})` })
    .where(eq(contactCounts.subjectId, subjectId))
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

/** How many of them are new. */
export async function addLabels(tx: Db, subjectId: string, names: readonly string[]): Promise<number> {
  const rows = [...new Set(names)].toSorted().map((name) => ({ subjectId, name }))
  if (rows.length === 0) return 0
  const added = await tx.insert(contactLabels).values(rows).onConflictDoNothing().returning({ name: contactLabels.name })
  return added.length
}

export const countLabels = (tx: Db, subjectId: string) => tx.$count(contactLabels, eq(contactLabels.subjectId, subjectId))

type NewRow = { contact: typeof contacts.$inferInsert; consent: Consent | null }

/** Many at once, counted in the same transaction. */
export async function insertContacts(tx: Db, subjectId: string, rows: readonly NewRow[]): Promise<void> {
  if (rows.length === 0) return
  await tx.insert(contacts).values(rows.map(({ contact }) => contact))
  const consents = rows.flatMap(({ consent }) => consent ?? [])
  if (consents.length > 0) await tx.insert(contactConsents).values(consents)
  await tx
    .insert(contactCounts)
    .values({ subjectId, total: rows.length })
    .onConflictDoUpdate({ target: contactCounts.subjectId, set: { total: sql`${contactCounts.total} + ${rows.length}` } })
}
