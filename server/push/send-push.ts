import { createHash } from 'node:crypto'
import { listOwners } from '#server/accounts/list-owners.ts'
import type { Db } from '#server/database/database.ts'
import { isConsumed, consume } from '#server/database/consume.ts'
import type { Clock } from '#server/integrations/clock.ts'
import type { Log } from '#server/integrations/log.ts'
import type { WebPush } from '#server/integrations/web-push.ts'
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

type Wording = (language: string) => PushWords
type Pushed = { devices: number; isPutOff: boolean }

const DAY_SECONDS = 24 * 60 * 60
/** How long a device may be away and still be told. */
const manner = {
  New_Connected_Client: { ttlSeconds: DAY_SECONDS, urgency: 'high' },
  General_Notifications: { ttlSeconds: 3 * DAY_SECONDS, urgency: 'normal' },
} as const

/**
 * Notifies every device of the card that is subscribed to the topic, in the language of its owner. One message per device, even if
 * the job runs twice: sent messages are remembered for two days. A device that fails does not affect the others. Returns how many
 * devices it was sent to, and `isPutOff` if a push service wants it later: then the job is retried.
 */
export async function sendPush(needs: PushNeeds, subjectId: string, topic: Topic, wordsIn: Wording): Promise<Pushed> {
  const { db, clock, settings } = needs
  const [card, devices, owners] = await Promise.all([
    findPushCard(db, subjectId),
    listDevices(db, subjectId, topic),
    listOwners(db, subjectId),
  ])
  if (!card) return { devices: 0, isPutOff: false }
  const languages = new Map<string | null, string>(owners.map(({ accountId, language }) => [accountId, language]))
  const textIn = (language: string) => JSON.stringify(presentMessage(settings.publicUrl, card, topic, wordsIn(language)))
  // Known by its words in one language: who chooses another between two tries is not told twice.
  const known = wordsIn('')
  // A later message with the same tag takes the place of one that waits.
  const options = { ...manner[topic], topic: shortHash(known.tag).slice(0, 32) }

  async function tell(device: Subscription): Promise<'sent' | 'put-off' | null> {
    const message = shortHash(JSON.stringify([subjectId, device.token.endpoint, topic, known]))
    if (await isConsumed(db, 'push', message)) return null
    const outcome = await sendToDevice(needs, device, textIn(languages.get(device.accountId) ?? ''), options)
    if (outcome === 'sent') await consume(db, 'push', message, new Date(clock.now().getTime() + 2 * DAY_SECONDS * 1000))
    if (typeof outcome === 'object') return 'put-off'
    return outcome === 'sent' ? 'sent' : null
  }
  const outcomes = await Promise.all(devices.map(tell))
  return { devices: outcomes.filter((outcome) => outcome === 'sent').length, isPutOff: outcomes.includes('put-off') }
}

const shortHash = (text: string) => createHash('sha256').update(text).digest('base64url')
