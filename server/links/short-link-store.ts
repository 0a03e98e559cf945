import { and, asc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Db } from '#server/database/database.ts'
import { shortLinks, type ShortLink } from './tables.ts'

export async function findLink(db: Db, code: string): Promise<ShortLink | null> {
  const [row] = await db
    .select()
    .from(shortLinks)
    .where(eq(shortLinks.code, sql.placeholder('code')))
    .prepare('short_link_by_code')
    .execute({ code })
  return row ?? null
}

/** The code of this card's existing short link to this URL, or null. */
export async function findCode(db: Db, subjectId: string, longUrl: string): Promise<string | null> {
  const [row] = await db
    .select({ code: shortLinks.code })
    .from(shortLinks)
    .where(and(eq(shortLinks.subjectId, subjectId), sql`md5(${shortLinks.longUrl}) = md5(${longUrl})`, eq(shortLinks.longUrl, longUrl)))
  return row?.code ?? null
}

/** False if the link got a code meanwhile, or the code is taken. */
export async function insertLink(tx: Db, row: Omit<ShortLink, 'switchedOffAt'>): Promise<boolean> {
  const inserted = await tx.insert(shortLinks).values(row).onConflictDoNothing().returning({ code: shortLinks.code })
  return inserted.length > 0
}

export async function listLinksOf(db: Db, subjectId: string): Promise<ShortLink[]> {
  return db.select().from(shortLinks).where(eq(shortLinks.subjectId, subjectId)).orderBy(asc(shortLinks.createdAt), asc(shortLinks.code))
}

/** False if it was on, or off, already. */
export async function setSwitchedOffAt(tx: Db, code: string, at: Date | null): Promise<boolean> {
  const isOther = at ? isNull(shortLinks.switchedOffAt) : isNotNull(shortLinks.switchedOffAt)
  const changed = await tx
    .update(shortLinks)
    .set({ switchedOffAt: at })
    .where(and(eq(shortLinks.code, code), isOther))
    .returning({ code: shortLinks.code })
  return changed.length > 0
}
