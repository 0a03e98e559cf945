import { notificationTopics, type NotificationTopic } from '#contract/push.ts'
import type { Db } from '#server/database/database.ts'
import type { Caller } from '#server/http/calls/mount.ts'
import type { PushToken } from '#server/integrations/web-push.ts'
import { findOwnCard } from './find-own-card.ts'
import { parseToken } from './parse-token.ts'
import { findDevice, listTopics } from './push-store.ts'

type Asked = { subjectId: string; device: string; token: PushToken | string }
type Read = { active: boolean; topics: NotificationTopic[] }

const texts: Record<NotificationTopic['topic'], string> = {
  General_Notifications: 'General notifications',
  New_Connected_Client: 'New contacts',
}

/** What this device is subscribed to; null where it never was. */
export async function readSubscription({ db }: { db: Db }, caller: Caller, asked: Asked): Promise<Read | null> {
  const { subjectId, device } = asked
  await findOwnCard(db, caller, asked)
  const { endpoint } = parseToken(asked.token)
  const found = await findDevice(db, subjectId, device)
  if (!found) return null
  const on = new Map((await listTopics(db, subjectId, device)).map(({ topic, enabled }) => [topic, enabled]))
  return {
    // With another endpoint the browser has moved on, and what we would send would not arrive.
    active: found.enabled && found.active && found.token.endpoint === endpoint,
    topics: notificationTopics.map((topic) => {
      const enabled = on.get(topic) ?? false
      return { topic, text: texts[topic], enabled, active: enabled }
    }),
  }
}
