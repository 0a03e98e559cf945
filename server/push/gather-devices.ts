import type { ArchivedCard } from '#contract/archive.ts'
import type { Db } from '#server/db/database.ts'
import { listDevicesOf, listTopics } from './push-store.ts'

/** Which devices hear of a card, and of what. Where each is reached stays here. */
export async function gatherDevices(db: Db, subjectId: string): Promise<ArchivedCard['devices']> {
  const devices = await listDevicesOf(db, subjectId)
  return Promise.all(
    devices.map(async ({ device, enabled, updatedAt }) => ({
      device,
      enabled,
      updatedAt: updatedAt.toISOString(),
      topics: await listTopics(db, subjectId, device),
    })),
  )
}
