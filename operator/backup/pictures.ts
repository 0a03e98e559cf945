import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { masterKey } from '#server/media/save-picture.ts'
import { removeBytes } from '#server/media/remove-bytes.ts'
import { pictureKinds } from '#contract/drafts.ts'
import type { PictureKind } from '#server/media/tables.ts'
import { nullIfAway } from '#server/outside/storage-away.ts'
import type { Storage } from '#server/outside/storage.ts'
import { pictureKey } from '#server/releases/picture-key.ts'
import type { Manifest } from './manifest.ts'

export type PictureFile = { key: string; body: Buffer }

/** The pictures that cards and stories of this snapshot show, and those uploaded for the next time a card is published; sizes and formats are made anew from them. */
export async function* picturesOf(tx: Db, storage: Storage, tellMissing: (key: string) => void): AsyncGenerator<PictureFile> {
  const { rows } = await tx.execute<{ subjectId: string; kind: PictureKind; revision: string }>(
    sql`select subject_id as "subjectId", kind, revision from picture
      union select subject_id, kind, revision from uploaded_picture order by 1, 2, 3`,
  )
  const ofCards = rows.map(({ subjectId, kind, revision }) => masterKey(subjectId, kind, revision))
  for (const key of [...ofCards, ...(await keysOfStories(tx))]) {
    const body = await storage.get(key)
    if (body) yield { key, body }
    else tellMissing(key)
  }
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
export function createShelf({ db, storage }: { db: Db; storage: Storage }) {
  const brought: string[] = []

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
    /** The restore is committed: what only the old cards showed goes. What somebody uploads meanwhile has its row, and stays. */
    async settle({ pictures }: Manifest) {
      const shown = new Set(pictures.map(({ key }) => folderOf(key)))
      let last = ''
      for await (const key of storage.keys()) {
        const folder = folderOf(key)
        if (folder === last || shown.has(folder)) continue
        last = folder
        const [subjectId = '', word, revision] = folder.split('/')
        const kind = pictureKinds.find((each) => each === word)
        if (kind && revision && ours.test(folder)) await removeBytes({ db, storage }, [{ subjectId, kind, revision }])
        else if (ours.test(folder)) await storage.remove(folder)
      }
    },
  }
}

export type Shelf = ReturnType<typeof createShelf>

/** A bucket may hold what others put there. */
const ours = /^([\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}|stories)\//

const folderOf = (key: string) => key.slice(0, key.lastIndexOf('/') + 1)
