import { sql } from 'drizzle-orm'
import type { Database, Db } from '#server/database/database.ts'
import { masterKey } from '#server/media/save-picture.ts'
import { removeBytes } from '#server/media/remove-bytes.ts'
import type { PictureName } from '#server/media/upload-store.ts'
import { nullIfAway } from '#server/integrations/storage-away.ts'
import type { Storage } from '#server/integrations/storage.ts'
import { pictureKey } from '#server/releases/picture-key.ts'
import type { Manifest } from './manifest.ts'

type PictureFile = { key: string; body: Buffer }

/**
 * The pictures that cards and stories of this snapshot show, those uploaded for the next time a card is published, and those taken
 * down, which may be put up again; sizes and formats are made anew from them.
 */
export async function* picturesOf(tx: Db, storage: Storage, tellMissing: (key: string) => void): AsyncGenerator<PictureFile> {
  const { ofCards, ofStories } = await namesIn(tx)
  for (const key of [...ofCards.map(({ subjectId, kind, revision }) => masterKey(subjectId, kind, revision)), ...ofStories]) {
    const body = await storage.get(key)
    if (body) yield { key, body }
    else tellMissing(key)
  }
}

type Named = { ofCards: PictureName[]; ofStories: string[] }

async function namesIn(tx: Db): Promise<Named> {
  const { rows } = await tx.execute<PictureName>(
    sql`select subject_id as "subjectId", kind, revision from picture
      union select subject_id, kind, revision from uploaded_picture
      union select subject_id, kind, revision from taken_picture order by 1, 2, 3`,
  )
  return { ofCards: rows, ofStories: await keysOfStories(tx) }
}

/** As their addresses stand in what was published; the product's own lie beside the program. */
async function keysOfStories(tx: Db): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select distinct (regexp_matches(slide ->> 'url', '^/api/public/story-picture/([0-9a-f]{24})$'))[1] as id
    from publication, jsonb_array_elements(content) as story, jsonb_array_elements(story -> 'stories') as slide
    where kind = 'stories' order by 1`)
  return rows.map(({ id }) => pictureKey(id))
}

/** Where a restore puts pictures. Keys carry what is in them, so nothing that is there is ever written over. */
export function createShelf({ db, holds, storage }: Pick<Database, 'db' | 'holds'> & { storage: Storage }) {
  const brought: string[] = []
  let before: Named = { ofCards: [], ofStories: [] }

  return {
    async put(key: string, body: Buffer) {
      if (await storage.has(key)) return
      brought.push(key)
      await storage.put(key, body)
    },
    /** The restore failed: what it brought goes. */
    async undo() {
      for (const key of brought) await storage.remove(folderOf(key)).catch(nullIfAway)
    },
    /** Which pictures the rows that are about to go name: those alone are known to be ours. */
    async look(tx: Db) {
      before = await namesIn(tx)
    },
    /** The restore is committed: what only the old cards showed goes. What somebody uploads meanwhile has its row, and stays. */
    async settle({ pictures }: Manifest) {
      const shown = new Set(pictures.map(({ key }) => folderOf(key)))
      for (const { subjectId, kind, revision } of before.ofCards)
        if (!shown.has(`${subjectId}/${kind}/${revision}/`)) await removeBytes({ db, holds, storage }, [{ subjectId, kind, revision }])
      for (const key of before.ofStories) if (!shown.has(folderOf(key))) await storage.remove(folderOf(key))
    },
  }
}

export type Shelf = ReturnType<typeof createShelf>

const folderOf = (key: string) => key.slice(0, key.lastIndexOf('/') + 1)
