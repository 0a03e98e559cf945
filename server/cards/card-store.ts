import { createHash } from 'node:crypto'
import { and, asc, Column, desc, eq, getTableColumns, gt, gte, inArray, is, lt, or, sql, type SQL } from 'drizzle-orm'
import type { CardSort, CardSortColumn, StateFilter } from '#contract/admin/admin-choices.ts'
import { planColumn, type StoredPlan } from '#server/billing/orders/read-plan.ts'
import { importIssue } from '#server/common/field-issue.ts'
import { constraintOf } from '#server/database/constraint-of.ts'
import type { Db } from '#server/database/database.ts'
import { prepareOnce } from '#server/database/prepare-once.ts'
import { cardFigures } from '#server/database/card-figures.ts'
import { emptyDirectories } from '#server/database/card-directories.ts'
import { escapeLike, fold, folded, hasWords } from '#server/database/folded.ts'
import { readReachable } from '#server/database/sharding/read-reachable.ts'
import { problem } from '#server/http/problems/problem.ts'
import { picturesColumn, type Pictures } from '#server/media/read-pictures.ts'
import { aliases, reviewNames, subjects, subjectVersions, type Subject } from './tables.ts'

export const isOn = and(eq(subjects.eCardEnabled, true), eq(subjects.isCardDisabled, false))

type FullCard = {
  subject: Subject
  version: string
  overrides: Partial<Subject> | null
  storedPlan: StoredPlan | null
  storedPictures: Partial<Pictures>
}

const versionSpelled = sql`lower(${subjectVersions.name}) = lower(${sql.placeholder('version')})`
// The editor refuses two versions that differ only by case; among older ones the exact spelling wins.
const exactFirst = [desc(sql`${subjectVersions.name} = ${sql.placeholder('version')}`), asc(subjectVersions.name)]

const cardByAlias = prepareOnce((db) =>
  db
    .select({ id: aliases.subjectId })
    .from(aliases)
    .where(eq(aliases.name, sql.placeholder('alias')))
    .prepare('card_by_alias'),
)

/** The card at an alias. Aliases are looked up by themselves, so that with sharded cards the rest reads one shard. */
export async function findCardId(db: Db, alias: string): Promise<string | null> {
  const [row] = await cardByAlias(db).execute({ alias: alias.toLowerCase() })
  return row?.id ?? null
}

/** A card by alias, which is case-insensitive. */
export async function findCard(db: Db, alias: string): Promise<Subject | null> {
  const id = await findCardId(db, alias)
  return id === null ? null : findSubject(db, id)
}

const fullCardById = prepareOnce((db) => {
  const id = sql.placeholder('id')
  return db
    .select({ subject: subjects, storedPlan: planColumn(id), storedPictures: picturesColumn(id) })
    .from(subjects)
    .where(eq(subjects.id, id))
    .prepare('full_card_by_id')
})

/** A card with its subscription and pictures in one statement, and the overrides of the named version; null if either is unknown. */
export async function findFullCard(db: Db, id: string, version: string | undefined): Promise<FullCard | null> {
  const finding = fullCardById(db).execute({ id })
  const [[row], named] = await Promise.all([finding, version === undefined ? null : findVersion(db, id, version)])
  if (!row || (version !== undefined && !named)) return null
  return { ...row, version: named?.name ?? '', overrides: named?.overrides ?? null }
}

type Switches = Pick<Subject, 'id' | 'eCardEnabled' | 'isCardDisabled' | 'grantedRights' | 'revokedRights'>

/** What decides whether the card at an alias is visible, and what it may show. */
export async function findSwitches(db: Db, alias: string): Promise<Switches | null> {
  const id = await findCardId(db, alias)
  return id === null ? null : findSwitchesById(db, id)
}

export async function findSwitchesById(db: Db, id: string): Promise<Switches | null> {
  const { eCardEnabled, isCardDisabled, grantedRights, revokedRights } = subjects
  const [row] = await db
    .select({ id: subjects.id, eCardEnabled, isCardDisabled, grantedRights, revokedRights })
    .from(subjects)
    .where(eq(subjects.id, sql.placeholder('id')))
    .prepare('switches')
    .execute({ id })
  return row ?? null
}

export async function findSubject(db: Db, id: string): Promise<Subject | null> {
  const [row] = await db
    .select()
    .from(subjects)
    .where(eq(subjects.id, sql.placeholder('id')))
    .prepare('subject_by_id')
    .execute({ id })
  return row ?? null
}

/** Locks the row until the end of the transaction, so that concurrent changes don't undo each other. */
export async function lockSubject(tx: Db, id: string): Promise<Subject | null> {
  const [row] = await tx.select().from(subjects).where(eq(subjects.id, id)).for('update')
  return row ?? null
}

/** True if one of these cards has this key. */
export async function hasKey(db: Db, subjectIds: readonly string[], key: string): Promise<boolean> {
  const { rows, error } = await readReachable(db, subjectIds, (ids) =>
    db
      .select({ id: subjects.id })
      .from(subjects)
      .where(and(sql`${subjects.id} = any(${sql.param([...ids])}::uuid[])`, eq(subjects.key, key))),
  )
  // It may be the key of a card that can't be read.
  if (error && rows.length === 0) throw error
  return rows.length > 0
}

/** Rows for lists of cards, oldest first. Unlimited: an account may own thousands of imported cards. */
export async function listSubjectsById(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return []
  const { id, alias, fullName, companyName, title, isCardDisabled, eCardEnabled, revision } = subjects
  return db
    .select({ id, alias, fullName, companyName, title, isCardDisabled, eCardEnabled, revision })
    .from(subjects)
    .where(sql`${id} = any(${sql.param([...ids])}::uuid[])`)
    .orderBy(asc(subjects.createdAt), asc(alias))
}

/** An alias of each of these cards, which is known while the card itself can't be read. */
export async function listAliasesOf(db: Db, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const found = await db
    .selectDistinctOn([aliases.subjectId], { name: aliases.name })
    .from(aliases)
    .where(inArray(aliases.subjectId, [...ids]))
    .orderBy(aliases.subjectId, asc(aliases.name))
  return found.map(({ name }) => name)
}

/** The first open card whose Zillow reviews are under this name. */
export async function findSubjectReviewed(db: Db, reviewedAs: string): Promise<Subject | null> {
  if (reviewedAs === '') return null
  const named = await db
    .select({ id: reviewNames.subjectId })
    .from(reviewNames)
    .where(eq(reviewNames.name, reviewedAs))
    .orderBy(asc(reviewNames.subjectId))
    .limit(reviewedMax)
  for (const { id } of named) {
    const [row] = await db
      .select()
      .from(subjects)
      .where(and(eq(subjects.id, id), eq(subjects.showZillowReviews, true), isOn))
    if (row) return row
  }
  return null
}

/** Records under which name a card's reviews are found. */
async function saveReviewName(tx: Db, subjectId: string, name: string) {
  if (name === '') await tx.delete(reviewNames).where(eq(reviewNames.subjectId, subjectId))
  else await tx.insert(reviewNames).values({ subjectId, name }).onConflictDoUpdate({ target: reviewNames.subjectId, set: { name } })
}

const linkOwnersMax = 20
const reviewedMax = 20

/** Cards that link to this address among their services, in every spelling an owner may have typed. */
export async function listLinkOwners(db: Db, link: string): Promise<string[]> {
  const bare = link.replace(/^https?:\/\//, '').replace(/\/$/, '')
  const typed = [bare, `${bare}/`, `https://${bare}`, `https://${bare}/`, `http://${bare}`, `http://${bare}/`]
  const hashes = typed.map((text) => createHash('md5').update(text).digest('hex'))
  const { rows } = await db.execute<{ subject_id: string }>(sql`
    select subject_id from subject_service where md5(direct_link) in ${hashes}
    union select subject_id from subject_component where md5(current_value) in ${hashes}
    order by 1 limit ${linkOwnersMax}`)
  return rows.map((row) => row.subject_id)
}

/** A named version of a card: its name as stored, and its overrides. */
export async function findVersion(db: Db, subjectId: string, version: string) {
  const [row] = await db
    .select({ name: subjectVersions.name, overrides: subjectVersions.overrides })
    .from(subjectVersions)
    .where(and(eq(subjectVersions.subjectId, subjectId), versionSpelled))
    .orderBy(...exactFirst)
    .limit(1)
    .prepare('version_by_name')
    .execute({ version })
  return row ?? null
}

export async function insertSubject(tx: Db, row: typeof subjects.$inferInsert) {
  try {
    await tx.insert(subjects).values(row)
    await tx.insert(aliases).values({ name: row.alias, subjectId: row.id })
    await tx.insert(cardFigures).values({ subjectId: row.id })
    if (row.zillowWebServicesId) await saveReviewName(tx, row.id, row.zillowWebServicesId)
  } catch (error) {
    const isTaken = ['subject_alias_key', 'alias_pkey'].includes(constraintOf(error))
    throw isTaken ? problem('conflict', { issue: importIssue('aliasReleased', { alias: row.alias }) }) : error
  }
}

/** Updates fields and increments the revision; null if the card doesn't exist. */
export async function updateSubject(tx: Db, id: string, fields: Partial<Subject>, now: Date): Promise<Subject | null> {
  const [row] = await tx
    .update(subjects)
    .set({ ...fields, revision: sql`${subjects.revision} + 1`, updatedAt: now })
    .where(eq(subjects.id, id))
    .returning()
  if (row && fields.zillowWebServicesId !== undefined) await saveReviewName(tx, id, fields.zillowWebServicesId)
  return row ?? null
}

/** Deletes a card with everything that references it, including its aliases. */
export async function deleteSubject(tx: Db, id: string): Promise<boolean> {
  // The card before its directories, as writers to them lock it first.
  await lockSubject(tx, id)
  await emptyDirectories(tx, id)
  const deleted = await tx.delete(subjects).where(eq(subjects.id, id)).returning({ id: subjects.id })
  return deleted.length > 0
}

export async function upsertVersion(tx: Db, subjectId: string, name: string, overrides: Partial<Subject>, now: Date) {
  const set = { overrides, updatedAt: now }
  await tx
    .insert(subjectVersions)
    .values({ subjectId, name, ...set })
    .onConflictDoUpdate({ target: [subjectVersions.subjectId, subjectVersions.name], set })
}

export async function listVersions(db: Db, subjectId: string) {
  return db.select().from(subjectVersions).where(eq(subjectVersions.subjectId, subjectId)).orderBy(asc(subjectVersions.name))
}

export async function deleteVersion(tx: Db, subjectId: string, name: string) {
  await tx.delete(subjectVersions).where(and(eq(subjectVersions.subjectId, subjectId), eq(subjectVersions.name, name)))
}

const isListed = and(isOn, eq(subjects.isListed, true), eq(subjects.isDemo, false))

export async function listEveryNth(db: Db, nth: number): Promise<string[]> {
  const { rows } = await db.execute<{ alias: string }>(sql`
    select alias from (select ${subjects.alias}, row_number() over (order by ${subjects.alias}) as place from ${subjects} where ${isListed}) numbered
    where place % ${nth} = 0 order by alias`)
  return rows.map(({ alias }) => alias)
}

export async function listListedSubjects(db: Db, after: string, count: number) {
  return db
    .select({ alias: subjects.alias, changedAt: subjects.updatedAt })
    .from(subjects)
    .where(and(sql`${subjects.alias} > ${after}`, isListed))
    .orderBy(asc(subjects.alias))
    .limit(count)
}

/** The ids of all cards, page by page. */
export async function listCardIds(db: Db, after: string, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: subjects.id })
    .from(subjects)
    .where(after === '' ? undefined : gt(subjects.id, after))
    .orderBy(asc(subjects.id))
    .limit(limit)
  return rows.map(({ id }) => id)
}

const listMax = 500

export type CardSearch = { search?: string; after?: string; isDemo?: boolean }

/** Cards by alias, for administrators. */
export async function listSubjects(db: Db, { search = '', after = '', isDemo }: CardSearch) {
  const matches = search
    ? hasWords(folded(sql`${subjects.alias} || ' ' || ${subjects.fullName} || ' ' || ${subjects.companyName}`), search)
    : undefined
  return db
    .select()
    .from(subjects)
    .where(and(sql`${subjects.alias} > ${after}`, matches, isDemo === undefined ? undefined : eq(subjects.isDemo, isDemo)))
    .orderBy(asc(subjects.alias))
    .limit(listMax)
}

/** The indexed text of the admin search. Searches under three letters match the beginning of an alias instead. */
const searched = folded(
  sql`${subjects.alias} || ' ' || ${subjects.fullName} || ' ' || ${subjects.companyName} || ' ' || ${subjects.emailAddress}`,
)

/** Cards with all of these words in their name, company or alias. Not sorted: a word that most cards have must not read them all. */
export async function findListedSubjects(db: Db, words: readonly string[], count: number) {
  // The index also has the email address, which is not for visitors to search.
  const visible = folded(sql`${subjects.alias} || ' ' || ${subjects.fullName} || ' ' || ${subjects.companyName}`)
  return db
    .select()
    .from(subjects)
    .where(and(isOn, eq(subjects.isListed, true), ...words.flatMap((word) => [hasWords(searched, word), hasWords(visible, word)])))
    .limit(count)
}

export type AdminSearch = {
  search: string
  aliases?: readonly string[] | undefined
  owned: readonly string[]
  state?: StateFilter | undefined
  withDemo: boolean
  /** Only ids after this one. */
  after?: string | undefined
  /** An owner last used the site since then, or before. */
  active?: { since: Date } | { before: Date } | undefined
  /** A condition on rows of another slice. */
  also?: ((subjectId: Column) => SQL) | undefined
}

const { eCardEnabled, isCardDisabled } = subjects
const inState: Record<StateFilter, SQL | undefined> = {
  live: isOn,
  off: and(eq(eCardEnabled, false), eq(isCardDisabled, false)),
  down: eq(isCardDisabled, true),
}

function isFoundBy({ search, aliases: named, owned, state, withDemo, after, active, also }: AdminSearch): SQL | undefined {
  const matches =
    fold(search).length < 3 ? sql`${subjects.alias} like ${`${escapeLike(search.toLowerCase())}%`}` : hasWords(searched, search)
  return and(
    named && inArray(subjects.alias, [...named]),
    state && inState[state],
    withDemo ? undefined : eq(subjects.isDemo, false),
    after ? gt(subjects.id, after) : undefined,
    active && ('since' in active ? gte(cardFigures.lastActiveAt, active.since) : lt(cardFigures.lastActiveAt, active.before)),
    also?.(subjects.id),
    search ? or(matches, owned.length > 0 ? inArray(subjects.id, [...owned]) : undefined) : undefined,
  )
}

/** What the list shows as a card's name, without accents and case: the expression of an index. */
const nameOrAlias = sql`case when ${subjects.fullName} = '' then ${subjects.alias} else ${subjects.fullName} end`
const sortedName = sql`lower(regexp_replace(normalize(${nameOrAlias}, nfd), '[\\u0300-\\u036f]', '', 'g'))`

const sortedBy: Record<CardSortColumn, Column | SQL | undefined> = {
  name: sortedName,
  plan: cardFigures.planRank,
  contacts: cardFigures.total,
  views: cardFigures.views,
  active: cardFigures.lastActiveAt,
  created: undefined,
}

/** A page of cards. Every order has an index that ends in the id; ids grow with time. */
export async function searchSubjects(
  db: Db,
  { sort, offset, limit, ...search }: AdminSearch & { sort: CardSort; offset: number; limit: number },
): Promise<Subject[]> {
  const direction = sort.startsWith('-') ? desc : asc
  const column = sortedBy[sort.replace('-', '') as CardSortColumn]
  const query = db.select(getTableColumns(subjects)).from(subjects).$dynamic()
  const isFigure = is(column, Column)
  // With the id of the table that is sorted, as its index has.
  if (isFigure || search.active) query.innerJoin(cardFigures, eq(cardFigures.subjectId, subjects.id))
  return query
    .where(isFoundBy(search))
    .orderBy(...(column ? [direction(column)] : []), direction(isFigure ? cardFigures.subjectId : subjects.id))
    .limit(limit)
    .offset(offset)
}

/** How many cards such a search finds, counted up to `limit`. */
export async function countSubjects(db: Db, search: AdminSearch, limit: number): Promise<number> {
  const query = db
    .select({ one: sql`1` })
    .from(subjects)
    .$dynamic()
  if (search.active) query.innerJoin(cardFigures, eq(cardFigures.subjectId, subjects.id))
  const limited = query.where(isFoundBy(search)).limit(limit).as('limited')
  const [row] = await db.select({ found: sql<number>`count(*)::int` }).from(limited)
  return row?.found ?? 0
}

/** Which of these names are existing aliases. */
export async function listTakenAliases(db: Db, names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return []
  const found = await db
    .select({ name: aliases.name })
    .from(aliases)
    .where(inArray(aliases.name, [...names]))
  return found.map(({ name }) => name)
}
