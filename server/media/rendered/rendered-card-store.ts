import { sql } from 'drizzle-orm'
import type { Card } from '#contract/cards/cards.ts'
import type { Db } from '#server/database/database.ts'

type RenderInputs = Pick<
  Card,
  | 'revision'
  | 'fullName'
  | 'hideProfileImageOnHomepage'
  | 'eCardBackgroundColor'
  | 'eCardIconBackground'
  | 'eCardIconColor'
  | 'eCardContactBackground'
  | 'eCardContactColor'
>

/** The fields that a card's rendered file names derive from, besides its pictures; null if the card doesn't exist. */
export async function findRenderInputs(db: Db, subjectId: string): Promise<RenderInputs | null> {
  const { rows } = await db.execute<RenderInputs>(sql`
    select revision::int, case when settings->'homepage'->>'ShowName' = 'false' then '' else full_name end as "fullName", hide_profile_image_on_homepage as "hideProfileImageOnHomepage",
      e_card_background_color as "eCardBackgroundColor", e_card_icon_background as "eCardIconBackground",
      e_card_icon_color as "eCardIconColor", e_card_contact_background as "eCardContactBackground",
      e_card_contact_color as "eCardContactColor"
    from subject where id = ${subjectId}`)
  return rows[0] ?? null
}
