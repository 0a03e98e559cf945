import { readCreatedAt } from '#server/database/migrate.ts'
import type { Db } from '#server/database/database.ts'
import { firstId } from '#server/database/new-id.ts'
import type { WorkLocks } from '#server/database/work-locks.ts'
import { ownsStorage } from '#server/database/storage-owner.ts'
import { unlessBackedUp } from '#server/database/unless-backed-up.ts'
import type { Job } from '#server/jobs/job.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import type { Clock } from '#server/integrations/clock.ts'
import type { Log } from '#server/integrations/log.ts'
import type { Storage } from '#server/integrations/storage.ts'
import { removeBytes } from './remove-bytes.ts'
import { cardIdPattern, sweepRendered, type StoredFile } from './rendered/sweep-rendered.ts'
import { pictureKinds } from './tables.ts'
import { hasCard, lockPictures, isReferenced, listCardsWithUnusedUploads, removeUnusedUploads } from './upload-store.ts'

type Deps = { db: Db; workLocks: WorkLocks; storage: Storage }

/**
 * Files are stored before their row, long before it in a large import. Uploads precede the draft that references them, and an undone
 * change may come back. So everything stays for a day.
 */
const graceMs = 86_400_000

/** After a backup needed some. */
const againMs = 3_600_000

/**
 * Every night, and hourly while a backup runs: deletes uploads outside any draft, files without a row, and outdated rendered images, one
 * folder at a time. Files older than the database stay: they belong to another database and may be wanted again.
 */
export function sweepBytes({
  db,
  workLocks,
  storage,
  clock,
  log,
  jobs,
}: Deps & { clock: Clock; log: Log; jobs: Pick<Jobs, 'enqueue'> }): Job<'media.sweep'> {
  return {
    name: 'media.sweep',
    every: '53 3 * * *',
    async run() {
      if (!(await ownsStorage({ db, storage }))) return log.warn('pictures-of-another-installation')
      const before = new Date(clock.now().getTime() - graceMs)
      let isDone = await sweepUnusedUploads({ db, workLocks, storage }, before)
      const createdAt = await readCreatedAt(db)
      let foreign = 0
      const files = sweepRendered({ db, storage }, storage.files(''), { since: createdAt, before })
      for await (const { folder, changedAt } of foldersIn(files)) {
        if (changedAt < createdAt) foreign += Number(await isForeign(db, folder))
        else if (changedAt < before) isDone = (await sweepFolder({ db, workLocks, storage }, folder)) && isDone
      }
      if (!isDone) await jobs.enqueue(db, 'media.sweep', {}, { key: 'again', startAfter: new Date(clock.now().getTime() + againMs) })
      if (foreign > 0) log.warn('pictures-of-another-database', { folders: foreign })
    },
  }
}

/** Groups the sorted listing by folder, with the newest file's time. */
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
  return cardIdPattern.test(subjectId) && !(await hasCard(db, subjectId))
}

/** False if a running backup needs it. */
async function sweepFolder(deps: Deps, folder: string): Promise<boolean> {
  const [subjectId = '', word, revision] = folder.split('/')
  if (!cardIdPattern.test(subjectId)) return true
  if (!(await hasCard(deps.db, subjectId))) return unlessBackedUp(deps.workLocks, () => deps.storage.remove(folder))
  const kind = pictureKinds.find((one) => one === word)
  if (!kind || !revision) return true
  const picture = { subjectId, kind, revision }
  return (await isReferenced(deps.db, picture)) || removeBytes(deps, [picture])
}

const batchSize = 100

/** Deletes uploads that are in no draft: tried, undone, or replaced before publishing. False if a running backup needs some of their files. */
async function sweepUnusedUploads(deps: Deps, before: Date): Promise<boolean> {
  let isDone = true
  for (let after: string | undefined = firstId; after !== undefined;) {
    const cards = await listCardsWithUnusedUploads(deps.db, { before, after, count: batchSize })
    for (const subjectId of cards) {
      const removed = await deps.db.transaction(async (tx) => {
        // A concurrent draft save may reference one of them.
        await lockPictures(tx, subjectId)
        return removeUnusedUploads(tx, subjectId, before)
      })
      isDone = (await removeBytes(deps, removed)) && isDone
    }
    after = cards[batchSize - 1]
  }
  return isDone
}
