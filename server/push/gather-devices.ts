import type { ArchivedCard } from '#contract/accounts/archive.ts'
import type { Db } from '#server/database/database.ts'
import { listDevicesOf, listTopics } from './push-store.ts'

/** Which of somebody's devices hear of a card, and of what. Where each is reached stays here. */
export async function gatherDevices(db: Db, mine: { subjectId: string; accountId: string }): Promise<ArchivedCard['devices']> {
  const devices = await listDevicesOf(db, mine)
  return Promise.all(
    devices.map(async ({ device, enabled, updatedAt }) => ({
      device,
      enabled,
      updatedAt: updatedAt.toISOString(),
      topics: await listTopics(db, mine.subjectId, device),
    })),
  )
}
