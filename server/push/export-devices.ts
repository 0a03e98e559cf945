import type { ArchivedCard } from '#contract/accounts/archive.ts'
import type { Db } from '#server/database/database.ts'
import { listDevicesOf, listTopics } from './push-store.ts'

/** An owner's devices that get notifications of a card, with their topics. Without endpoints and keys. */
export async function exportDevices(db: Db, membership: { subjectId: string; accountId: string }): Promise<ArchivedCard['devices']> {
  const devices = await listDevicesOf(db, membership)
  return Promise.all(
    devices.map(async ({ device, enabled, updatedAt }) => ({
      device,
      enabled,
      updatedAt: updatedAt.toISOString(),
      topics: await listTopics(db, membership.subjectId, device),
    })),
  )
}
