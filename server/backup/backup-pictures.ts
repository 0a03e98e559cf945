import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { codeOf } from '#server/common/code-of.ts'
import type { Database, Db } from '#server/database/database.ts'
import { masterKey } from '#server/media/save-picture.ts'
import { removeBytes } from '#server/media/remove-bytes.ts'
import type { PictureName } from '#server/media/upload-store.ts'
import { isStorageUnavailable, nullIfUnavailable } from '#server/integrations/storage-error.ts'
import type { Storage } from '#server/integrations/storage.ts'
import { pictureKey } from '#server/releases/picture-key.ts'
import { BackupError } from './explain-failure.ts'
import type { Manifest } from './manifest.ts'

/** A read from remote storage takes tens of milliseconds, and there may be hundreds of thousands. */
const readsAtOnce = 8

/** One failed read must not end a backup of hours. Together longer than the storage's circuit breaker stays open. */
const retriesMs = [250, 1000, 2000, 4000]

type ReadDeps = { storage: Storage; signal: AbortSignal }

/** The bytes of the originals of cards. Those of stories are few. */
export async function readPictureBytes(tx: Db): Promise<number> {
  const { rows } = await tx.execute<{ bytes: number }>(
    sql`select coalesce(sum(bytes), 0)::float8 as bytes
      from (select bytes from picture union all select bytes from uploaded_picture union all select bytes from taken_picture) as one`,
  )
  return rows[0]?.bytes ?? 0
}

/**
 * The keys of the originals of all pictures: those of cards and stories in this snapshot, those uploaded and not yet published, and
 * those taken down, which can be restored. Sizes and formats are derived from originals.
 */
export async function listPictures(tx: Db): Promise<string[]> {
  const { ofCards, ofStories } = await namesIn(tx)
  return [...ofCards.map(({ subjectId, kind, revision }) => masterKey(subjectId, kind, revision)), ...ofStories]
}

/** Reads some ahead, and yields them in order. */
export async function* readPictures(
  deps: ReadDeps & { reportMissing(key: string): void },
  keys: readonly string[],
): AsyncGenerator<{ key: string; body: Buffer }> {
  const ahead: Promise<Buffer | null>[] = []
  for (const [index, key] of keys.entries()) {
    for (const next of keys.slice(index + ahead.length, index + readsAtOnce)) {
      const reading = readPicture(deps, next)
      // Thrown in its turn.
      reading.catch(() => {})
      ahead.push(reading)
    }
    const body = await ahead.shift()
    if (body) yield { key, body }
    else deps.reportMissing(key)
  }
}

async function readPicture({ storage, signal }: ReadDeps, key: string): Promise<Buffer | null> {
  for (let tries = 0; ; tries++) {
    try {
      return await storage.get(key)
    } catch (error) {
      const isAway = isStorageUnavailable(error)
      const pauseMs = retriesMs[tries]
      if (!isAway || pauseMs === undefined) {
        const code = (isAway ? error.code : codeOf(error)) || 'error'
        // Without its cause, whose code would be taken for the one of the place that the backup is written to.
        throw new BackupError('images', `The images can’t be read (${code}). Check STORAGE and its disk or bucket. No backup was made.`)
      }
      await wait(pauseMs, undefined, { signal })
    }
  }
}

type PictureNames = { ofCards: PictureName[]; ofStories: string[] }

async function namesIn(tx: Db): Promise<PictureNames> {
  const { rows } = await tx.execute<PictureName>(
    sql`select subject_id as "subjectId", kind, revision from picture
      union select subject_id, kind, revision from uploaded_picture
      union select subject_id, kind, revision from taken_picture order by 1, 2, 3`,
  )
  return { ofCards: rows, ofStories: await keysOfStories(tx) }
}

/** Read from the addresses in published stories. Pictures of the built-in stories ship with the program. */
async function keysOfStories(tx: Db): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select distinct (regexp_matches(slide ->> 'url', '^/api/public/story-picture/([0-9a-f]{24})$'))[1] as id
    from publication, jsonb_array_elements(content) as story, jsonb_array_elements(story -> 'stories') as slide
    where kind = 'stories' order by 1`)
  return rows.map(({ id }) => pictureKey(id))
}

/** Writes the pictures of a restore. A key contains a hash of its picture, so existing pictures are never overwritten. */
export function createPictureRestore({ db, workLocks, storage }: Pick<Database, 'db' | 'workLocks'> & { storage: Storage }) {
  const written: string[] = []
  let before: PictureNames = { ofCards: [], ofStories: [] }

  return {
    async put(key: string, body: Buffer) {
      if (await storage.has(key)) return
      written.push(key)
      await storage.put(key, body)
    },
    /** Removes what a failed restore wrote. */
    async undo() {
      for (const key of written) await storage.remove(folderOf(key)).catch(nullIfUnavailable)
    },
    /** Reads which pictures the rows to be replaced name; only those may be removed afterwards. */
    async rememberOld(tx: Db) {
      before = await namesIn(tx)
    },
    /**
     * After the commit: removes pictures that only the old rows named. A picture uploaded in the meantime has a row and stays, and so do
     * those that the restored rows name without bringing them.
     */
    async removeOld({ pictures }: Manifest) {
      const restored = new Set([...pictures.map(({ key }) => key), ...(await keysOfStories(db))].map(folderOf))
      for (const { subjectId, kind, revision } of before.ofCards)
        if (!restored.has(`${subjectId}/${kind}/${revision}/`))
          await removeBytes({ db, workLocks, storage }, [{ subjectId, kind, revision }])
      for (const key of before.ofStories) if (!restored.has(folderOf(key))) await storage.remove(folderOf(key))
    },
  }
}

export type PictureRestore = ReturnType<typeof createPictureRestore>

const folderOf = (key: string) => key.slice(0, key.lastIndexOf('/') + 1)
