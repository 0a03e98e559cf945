import { createHash } from 'node:crypto'
import type { Db } from '#server/db/database.ts'
import { isSpent, spend } from '#server/db/spend.ts'
import type { Clock } from '#server/outside/clock.ts'
import type { Log } from '#server/outside/log.ts'
import type { WebPush } from '#server/outside/web-push.ts'
import type { Settings } from '#server/settings.ts'
import { presentMessage, type PushWords } from './present-message.ts'
import { findPushCard, listDevices } from './push-store.ts'
import { sendToDevice } from './send-to-device.ts'
import type { Subscription, Topic } from './tables.ts'

export type PushNeeds = {
  db: Db
  clock: Clock
  log: Log
  webPush: Pick<WebPush, 'send'>
  settings: Pick<Settings, 'publicUrl'>
}

const DAY_SECONDS = 24 * 60 * 60
/** How long a device may be away and still be told. */
const manner = {
  New_Connected_Client: { ttlSeconds: DAY_SECONDS, urgency: 'high' },
  General_Notifications: { ttlSeconds: 3 * DAY_SECONDS, urgency: 'normal' },
} as const

/**
 * Tells every device of the card that wants to hear of this. One message a device, even when the job that asks is done
 * twice: what was sent is remembered for a day. A device that cannot be told stops nobody else.
 */
export async function sendPush(needs: PushNeeds, subjectId: string, topic: Topic, words: PushWords): Promise<void> {
  const { db, clock, settings } = needs
  const card = await findPushCard(db, subjectId)
  if (!card) return
  const text = JSON.stringify(presentMessage(settings.publicUrl, card, topic, words))
  // A later message with the same tag takes the place of one that waits.
  const options = { ...manner[topic], topic: shortHash(words.tag).slice(0, 32) }

  async function tell(device: Subscription): Promise<boolean> {
    const message = shortHash(JSON.stringify([subjectId, device.token.endpoint, topic, words]))
    if (await isSpent(db, 'push', message)) return false
    const outcome = await sendToDevice(needs, device, text, options)
    if (outcome === 'sent') await spend(db, 'push', message, new Date(clock.now().getTime() + 2 * DAY_SECONDS * 1000))
    return typeof outcome === 'object'
  }
  const putOff = await Promise.all((await listDevices(db, subjectId, topic)).map(tell))
  // A service that puts us off is asked again by the queue, which is patient; whoever was told is not told twice.
  if (putOff.includes(true)) throw new Error('a push service put us off')
}

const shortHash = (text: string) => createHash('sha256').update(text).digest('base64url')
