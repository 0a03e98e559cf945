import { readCreatedAt } from '#server/database/migrate.ts'
import type { Db } from '#server/database/database.ts'
import type { Holds } from '#server/database/holds.ts'
import { isOurs } from '#server/database/storage-owner.ts'
import { unlessBackedUp } from '#server/database/unless-backed-up.ts'
import type { Job } from '#server/jobs/job.ts'
import type { Clock } from '#server/integrations/clock.ts'
import type { Log } from '#server/integrations/log.ts'
import type { Storage } from '#server/integrations/storage.ts'
import { removeBytes } from './remove-bytes.ts'
import { ofCard, sweepDrawn, type StoredFile } from './drawn/sweep-drawn.ts'
import { pictureKinds } from './tables.ts'
import { hasCard, holdPictures, isNamed, listForgetful, removeForgotten } from './upload-store.ts'

type Needs = { db: Db; holds: Holds; storage: Storage }

/**
 * Bytes are put before the row that names them, and a large archive takes its time. A picture is sent a moment before the draft that
 * names it, and what is undone may be wanted again: for a day after it was sent.
 */
const youngMs = 86_400_000

/**
 * Every night: pictures that were sent and that no draft names, those that a stop left behind, which no row names, and what was
 * drawn of cards as they were before. One folder at a time, however many there are. What is older than the database was not left
 * behind by it: somebody set up a new one beside the pictures of another, and may want them back.
 */
export function sweepBytes({ db, holds, storage, clock, log }: Needs & { clock: Clock; log: Log }): Job<'media.sweep'> {
  return {
    name: 'media.sweep',
    every: '53 3 * * *',
    async run() {
      if (!(await isOurs({ db, storage }))) return log.warn('pictures-of-another-installation')
      const before = new Date(clock.now().getTime() - youngMs)
      await sweepForgotten({ db, holds, storage }, before)
      const born = await readCreatedAt(db)
      let foreign = 0
      const files = sweepDrawn({ db, storage }, storage.files(''), { since: born, before })
      for await (const { folder, changedAt } of foldersIn(files)) {
        if (changedAt < born) foreign += Number(await isForeign(db, folder))
        else if (changedAt < before) await sweepFolder({ db, holds, storage }, folder)
      }
      if (foreign > 0) log.warn('pictures-of-another-database', { folders: foreign })
    },
  }
}

/** A list of what is there says when each file came: nothing is asked about a folder twice. */
async function* foldersIn(files: AsyncIterable<StoredFile>): AsyncGenerator<{ folder: string; changedAt: Date }> {
  let last: { folder: string; changedAt: Date } | undefined
  for await (const { key, changedAt } of files) {
    const folder = key.slice(0, key.lastIndexOf('/') + 1)
    if (last && last.folder !== folder) yield last
    last = { folder, changedAt: last?.folder === folder && last.changedAt > changedAt ? last.changedAt : changedAt }
  }
  if (last) yield last
}

async function isForeign(db: Db, folder: string): Promise<boolean> {
  const [subjectId = ''] = folder.split('/')
  return ofCard.test(subjectId) && !(await hasCard(db, subjectId))
}

async function sweepFolder(needs: Needs, folder: string): Promise<void> {
  const [subjectId = '', word, revision] = folder.split('/')
  if (!ofCard.test(subjectId)) return
  if (!(await hasCard(needs.db, subjectId))) return unlessBackedUp(needs.holds, () => needs.storage.remove(folder))
  const kind = pictureKinds.find((one) => one === word)
  if (!kind || !revision) return
  const picture = { subjectId, kind, revision }
  if (!(await isNamed(needs.db, picture))) await removeBytes(needs, [picture])
}

const atOnce = 100
const firstId = '00000000-0000-0000-0000-000000000000'

/** Takes away what was sent and is in no draft: tried and not taken, undone, or replaced before it was published. */
async function sweepForgotten(needs: Needs, before: Date): Promise<void> {
  for (let after: string | undefined = firstId; after !== undefined;) {
    const cards = await listForgetful(needs.db, { before, after, count: atOnce })
    for (const subjectId of cards) await forget(needs, subjectId, before)
    after = cards[atOnce - 1]
  }
}

async function forget(needs: Needs, subjectId: string, before: Date): Promise<void> {
  const gone = await needs.db.transaction(async (tx) => {
    // A draft that is saved at this moment may want one of them.
    await holdPictures(tx, subjectId)
    return removeForgotten(tx, subjectId, before)
  })
  await removeBytes(needs, gone)
}
