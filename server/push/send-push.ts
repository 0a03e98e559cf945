import { createHash } from 'node:crypto'
import { listOwners } from '#server/accounts/list-owners.ts'
import type { Db } from '#server/database/database.ts'
import { isConsumed, consume } from '#server/database/consume.ts'
import type { Clock } from '#server/integrations/clock.ts'
import type { Log } from '#server/integrations/log.ts'
import type { WebPush } from '#server/integrations/web-push.ts'
import type { Settings } from '#server/settings.ts'
import { presentMessage, type PushText } from './present-message.ts'
import { findPushCard, listDevices } from './push-store.ts'
import { sendToDevice } from './send-to-device.ts'
import type { Subscription, Topic } from './tables.ts'

export type PushDeps = {
  db: Db
  clock: Clock
  log: Log
  webPush: Pick<WebPush, 'send'>
  settings: Pick<Settings, 'publicUrl'>
}

type Translate = (language: string) => PushText
type PushResult = { devices: number; isDeferred: boolean }

const DAY_SECONDS = 24 * 60 * 60
/** How long the push service stores a message for an offline device, and how urgent it is. */
const deliveryOptions = {
  New_Connected_Client: { ttlSeconds: DAY_SECONDS, urgency: 'high' },
  General_Notifications: { ttlSeconds: 3 * DAY_SECONDS, urgency: 'normal' },
} as const

/**
 * Notifies every device of the card that is subscribed to the topic, in the language of its owner. One message per device, even if
 * the job runs twice: sent messages are remembered for two days. A device that fails does not affect the others. Returns how many
 * devices it was sent to, and `isDeferred` if a push service wants it later: then the job is retried.
 */
export async function sendPush(deps: PushDeps, subjectId: string, topic: Topic, textIn: Translate): Promise<PushResult> {
  const { db, clock, settings } = deps
  const [card, devices, owners] = await Promise.all([
    findPushCard(db, subjectId),
    listDevices(db, subjectId, topic),
    listOwners(db, subjectId),
  ])
  if (!card) return { devices: 0, isDeferred: false }
  const languages = new Map<string | null, string>(owners.map(({ accountId, language }) => [accountId, language]))
  const payloadIn = (language: string) => JSON.stringify(presentMessage(settings.publicUrl, card, topic, textIn(language)))
  // Identified by the text in one language, so that a change of language between retries sends no second message.
  const text = textIn('')
  // A pending message with the same tag is replaced.
  const options = { ...deliveryOptions[topic], topic: shortHash(text.tag).slice(0, 32) }

  async function notify(device: Subscription): Promise<'sent' | 'deferred' | null> {
    const message = shortHash(JSON.stringify([subjectId, device.token.endpoint, topic, text]))
    if (await isConsumed(db, 'push', message)) return null
    const outcome = await sendToDevice(deps, device, payloadIn(languages.get(device.accountId) ?? ''), options)
    if (outcome === 'sent') await consume(db, 'push', message, new Date(clock.now().getTime() + 2 * DAY_SECONDS * 1000))
    if (typeof outcome === 'object') return 'deferred'
    return outcome === 'sent' ? 'sent' : null
  }
  const outcomes = await Promise.all(devices.map(notify))
  return { devices: outcomes.filter((outcome) => outcome === 'sent').length, isDeferred: outcomes.includes('deferred') }
}

const shortHash = (text: string) => createHash('sha256').update(text).digest('base64url')
