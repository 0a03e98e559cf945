import { createHash } from 'node:crypto'
import { and, asc, desc, eq, gt, inArray, lt, or, sql, type Column, type SQL } from 'drizzle-orm'
import type { CardSort, StateFilter } from '#contract/admin/operator-choices.ts'
import { constraintOf } from '#server/database/constraint-of.ts'
import type { Db } from '#server/database/database.ts'
import { emptyDirectories } from '#server/database/empty-directories.ts'
import { escapeLike, folded, hasWords } from '#server/database/folded.ts'
import { problem } from '#server/http/problems/problem.ts'
import { aliases, subjects, subjectVersions, type Subject } from './tables.ts'

export const isOn = and(eq(subjects.eCardEnabled, true), eq(subjects.isCardDisabled, false))

type FoundCard = { subject: Subject; version: string; overrides: Partial<Subject> | null }

const versionSpelled = sql`lower(${subjectVersions.name}) = lower(${sql.placeholder('version')})`
// Two that differ by case cannot be made in the editor; of older ones the exact spelling is meant.
const exactFirst = [desc(sql`${subjectVersions.name} = ${sql.placeholder('version')}`), asc(subjectVersions.name)]

/** A card by its alias, with the overrides of the named version, both in any case; null where either is unknown. */
export async function findCard(db: Db, alias: string, version: string | undefined): Promise<FoundCard | null> {
  const [row] = await db
    .select({ subject: subjects, overrides: subjectVersions.overrides, versionName: subjectVersions.name })
    .from(aliases)
    .innerJoin(subjects, eq(subjects.id, aliases.subjectId))
    .leftJoin(subjectVersions, and(eq(subjectVersions.subjectId, aliases.subjectId), versionSpelled))
    .where(eq(aliases.name, sql.placeholder('alias')))
    .orderBy(...exactFirst)
    .limit(1)
    .prepare('card_by_alias')
    .execute({ alias: alias.toLowerCase(), version: version ?? '' })
  if (!row || (version !== undefined && row.versionName === null)) return null
  return { subject: row.subject, version: row.versionName ?? '', overrides: row.overrides }
}

/** Whether anybody may see the card at an alias, and nothing else of it. */
export async function findSwitches(db: Db, alias: string): Promise<Pick<Subject, 'id' | 'eCardEnabled' | 'isCardDisabled'> | null> {
  const [row] = await db
    .select({ id: subjects.id, eCardEnabled: subjects.eCardEnabled, isCardDisabled: subjects.isCardDisabled })
    .from(aliases)
    .innerJoin(subjects, eq(subjects.id, aliases.subjectId))
    .where(eq(aliases.name, sql.placeholder('alias')))
    .prepare('switches_by_alias')
    .execute({ alias: alias.toLowerCase() })
  return row ?? null
}

export async function findSubject(db: Db, id: string): Promise<Subject | null> {
  const [row] = await db.select().from(subjects).where(eq(subjects.id, id))
  return row ?? null
}

/** Held for the rest of the transaction, so that of two who change it at once neither undoes the other. */
export async function lockSubject(tx: Db, id: string): Promise<Subject | null> {
  const [row] = await tx.select().from(subjects).where(eq(subjects.id, id)).for('update')
  return row ?? null
}

export async function findSubjectByKey(db: Db, key: string): Promise<Subject | null> {
  const [row] = await db.select().from(subjects).where(eq(subjects.key, key))
  return row ?? null
}

/** What a list of cards shows, the oldest first. All of them: an account may own thousands that an operator imported. */
export async function listSubjectsById(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return []
  const { id, alias, fullName, companyName, title, isCardDisabled, eCardEnabled } = subjects
  return db
    .select({ id, alias, fullName, companyName, title, isCardDisabled, eCardEnabled })
    .from(subjects)
    .where(sql`${id} = any(${sql.param([...ids])}::uuid[])`)
    .orderBy(asc(subjects.createdAt), asc(alias))
}

/** The first of those who are reviewed elsewhere under this name. */
export async function findSubjectReviewed(db: Db, reviewedAs: string): Promise<Subject | null> {
  if (reviewedAs === '') return null
  const [row] = await db
    .select()
    .from(subjects)
    .where(and(eq(subjects.zillowWebServicesId, reviewedAs), eq(subjects.showZillowReviews, true), isOn))
    .orderBy(asc(subjects.id))
    .limit(1)
  return row ?? null
}

const linkOwnersMax = 20

/** Who may have this link among their services: by what they typed, with and without what a browser adds. */
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

/** What a named variant says otherwise; null where there is none by that name. */
export async function findOverrides(db: Db, subjectId: string, name: string): Promise<Partial<Subject> | null> {
  const [row] = await db
    .select({ overrides: subjectVersions.overrides })
    .from(subjectVersions)
    .where(and(eq(subjectVersions.subjectId, subjectId), versionSpelled))
    .orderBy(...exactFirst)
    .limit(1)
    .prepare('overrides_by_version')
    .execute({ version: name })
  return row?.overrides ?? null
}

export async function insertSubject(tx: Db, row: typeof subjects.$inferInsert) {
  try {
    await tx.insert(subjects).values(row)
    await tx.insert(aliases).values({ name: row.alias, subjectId: row.id })
  } catch (error) {
    const isTaken = ['subject_alias_key', 'alias_pkey'].includes(constraintOf(error))
    throw isTaken ? problem('conflict', { detail: `The alias ${row.alias} is taken.` }) : error
  }
}

/** Changes fields and counts the revision up; null where the card is not there. */
export async function updateSubject(tx: Db, id: string, fields: Partial<Subject>, now: Date): Promise<Subject | null> {
  const [row] = await tx
    .update(subjects)
    .set({ ...fields, revision: sql`${subjects.revision} + 1`, updatedAt: now })
    .where(eq(subjects.id, id))
    .returning()
  return row ?? null
}

/** With all that hangs on it by reference, and what leads to it. */
export async function deleteSubject(tx: Db, id: string): Promise<boolean> {
  await emptyDirectories(tx, id)
  const gone = await tx.delete(subjects).where(eq(subjects.id, id)).returning({ id: subjects.id })
  return gone.length > 0
}

export async function putVersion(tx: Db, subjectId: string, name: string, overrides: Partial<Subject>, now: Date) {
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

const listMax = 500

export type CardSearch = { search?: string; after?: string; isDemo?: boolean }

/** Cards by alias, for the operator. */
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

/** Of what an operator searches for. An index holds it: less than three letters are looked for where an alias begins. */
const searched = folded(
  sql`${subjects.alias} || ' ' || ${subjects.fullName} || ' ' || ${subjects.companyName} || ' ' || ${subjects.emailAddress}`,
)

export type AdminSearch = {
  search: string
  /** The alias or the id of the last card before this page, by what is sorted. */
  after: string
  owned: readonly string[]
  state?: StateFilter | undefined
  sort?: CardSort | undefined
  /** A condition on another slice's rows. */
  also?: ((subjectId: Column) => SQL) | undefined
  limit: number
}

const { eCardEnabled, isCardDisabled } = subjects
const inState: Record<StateFilter, SQL | undefined> = {
  live: isOn,
  off: and(eq(eCardEnabled, false), eq(isCardDisabled, false)),
  down: eq(isCardDisabled, true),
}

/** A page of cards. Both orders have an index: ids grow with time. */
export async function searchSubjects(
  db: Db,
  { search, after, owned, state, sort = 'alias', also, limit }: AdminSearch,
): Promise<Subject[]> {
  const isDown = sort.startsWith('-')
  const by = sort.endsWith('created') ? subjects.id : subjects.alias
  const matches = search.length < 3 ? sql`${subjects.alias} like ${`${escapeLike(search.toLowerCase())}%`}` : hasWords(searched, search)
  return db
    .select()
    .from(subjects)
    .where(
      and(
        after === '' ? undefined : isDown ? lt(by, after) : gt(by, after),
        state && inState[state],
        also?.(subjects.id),
        search ? or(matches, owned.length > 0 ? inArray(subjects.id, [...owned]) : undefined) : undefined,
      ),
    )
    .orderBy(isDown ? desc(by) : asc(by))
    .limit(limit)
}

/** Which of these names are aliases already. */
export async function listTakenAliases(db: Db, names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return []
  const found = await db
    .select({ name: aliases.name })
    .from(aliases)
    .where(inArray(aliases.name, [...names]))
  return found.map(({ name }) => name)
}
