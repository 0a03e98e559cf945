import type { Db } from '#server/db/database.ts'
import type { Job } from '#server/jobs/job.ts'
import type { Clock } from '#server/outside/clock.ts'
import type { Storage } from '#server/outside/storage.ts'
import { removeBytes } from './remove-bytes.ts'
import { pictureKinds } from './tables.ts'
import { hasCard, isNamed } from './upload-store.ts'

/** Bytes are put before the row that names them, and a large archive takes its time. */
const youngMs = 86_400_000
const ofCard = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/** Every night: pictures that a stop left behind, which no row names. One folder at a time, however many there are. */
export function sweepBytes({ db, storage, clock }: { db: Db; storage: Storage; clock: Clock }): Job<'media.sweep'> {
  return {
    name: 'media.sweep',
    every: '53 3 * * *',
    async run() {
      const before = new Date(clock.now().getTime() - youngMs)
      for await (const { name: subjectId, changedAt } of storage.folders('')) {
        if (!ofCard.test(subjectId)) continue
        if (await hasCard(db, subjectId)) await sweepCard({ db, storage }, subjectId, before)
        else if (changedAt < before) await storage.remove(`${subjectId}/`)
      }
    },
  }
}

async function sweepCard(needs: { db: Db; storage: Storage }, subjectId: string, before: Date): Promise<void> {
  for (const kind of pictureKinds)
    for await (const { name: revision, changedAt } of needs.storage.folders(`${subjectId}/${kind}/`)) {
      const picture = { subjectId, kind, revision }
      if (changedAt < before && !(await isNamed(needs.db, picture))) await removeBytes(needs, [picture])
    }
}
