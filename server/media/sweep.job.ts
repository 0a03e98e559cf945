import type { Db } from '#server/db/database.ts'
import type { Job } from '#server/jobs/job.ts'
import type { Clock } from '#server/outside/clock.ts'
import type { Storage } from '#server/outside/storage.ts'
import { removeBytes } from './remove-bytes.ts'
import { pictureKinds } from './tables.ts'
import { hasCard, isNamed } from './upload-store.ts'

type Needs = { db: Db; storage: Storage }

/** Bytes are put before the row that names them, and a large archive takes its time. */
const youngMs = 86_400_000
const ofCard = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/** Every night: pictures that a stop left behind, which no row names. One folder at a time, however many there are. */
export function sweepBytes({ db, storage, clock }: Needs & { clock: Clock }): Job<'media.sweep'> {
  return {
    name: 'media.sweep',
    every: '53 3 * * *',
    async run() {
      const before = new Date(clock.now().getTime() - youngMs)
      for await (const { folder, changedAt } of foldersIn(storage)) if (changedAt < before) await sweepFolder({ db, storage }, folder)
    },
  }
}

/** A list of what is there says when each file came: nothing is asked about a folder twice. */
async function* foldersIn(storage: Storage): AsyncGenerator<{ folder: string; changedAt: Date }> {
  let last: { folder: string; changedAt: Date } | undefined
  for await (const { key, changedAt } of storage.files('')) {
    const folder = key.slice(0, key.lastIndexOf('/') + 1)
    if (last && last.folder !== folder) yield last
    last = { folder, changedAt: last?.folder === folder && last.changedAt > changedAt ? last.changedAt : changedAt }
  }
  if (last) yield last
}

async function sweepFolder(needs: Needs, folder: string): Promise<void> {
  const [subjectId = '', word, revision] = folder.split('/')
  if (!ofCard.test(subjectId)) return
  if (!(await hasCard(needs.db, subjectId))) return needs.storage.remove(folder)
  const kind = pictureKinds.find((one) => one === word)
  if (!kind || !revision) return
  const picture = { subjectId, kind, revision }
  if (!(await isNamed(needs.db, picture))) await removeBytes(needs, [picture])
}
