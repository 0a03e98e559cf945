import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '#server/database/database.ts'
import { pictures, type PictureRow } from './tables.ts'

export async function listPictures(db: Db, subjectId: string): Promise<PictureRow[]> {
  return db
    .select()
    .from(pictures)
    .where(eq(pictures.subjectId, sql.placeholder('subjectId')))
    .prepare('pictures_of_subject')
    .execute({ subjectId })
}

export function listProfilePhotos(db: Db, subjectIds: readonly string[]): Promise<PictureRow[]> {
  return db
    .select()
    .from(pictures)
    .where(and(sql`${pictures.subjectId} = any(${sql.param([...subjectIds])}::uuid[])`, eq(pictures.kind, 'profile')))
}

export async function upsertPicture(tx: Db, row: PictureRow) {
  const { subjectId: _, kind: __, ...set } = row
  await tx
    .insert(pictures)
    .values(row)
    .onConflictDoUpdate({ target: [pictures.subjectId, pictures.kind], set })
}

/** What placeholders need to know about a card; null for an unknown alias. */
export async function findPlaceholderCard(db: Db, alias: string): Promise<PlaceholderCard | null> {
  const { rows: found } = await db.execute<{ subject_id: string }>(
    sql`select "subject_id" from "alias" where "alias"."name" = ${alias.toLowerCase()}`,
  )
  const id = found[0]?.subject_id
  if (id === undefined) return null
  const { rows } = (await db.execute(sql`
    select s.id,
      case when s.settings->'homepage'->>'ShowName' = 'false' then '' else s.full_name end as "fullName",
      case when s.settings->'homepage'->>'ShowCompanyName' = 'false' then '' else s.company_name end as "companyName",
      s.e_card_icon_background as "iconBackground", s.e_card_icon_color as "iconColor",
      s.e_card_background_color as ground, s.e_card_contact_background as contact, s.e_card_text_color as text,
      s.is_card_disabled or not s.e_card_enabled as "isOff"
    from subject s where s.id = ${id}`)) as unknown as { rows: PlaceholderCard[] }
  return rows[0] ?? null
}

export type PlaceholderCard = {
  id: string
  fullName: string
  companyName: string
  iconBackground: string
  iconColor: string
  ground: string
  contact: string
  text: string
  isOff: boolean
}
