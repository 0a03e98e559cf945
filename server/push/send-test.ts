import { randomUUID } from 'node:crypto'
import { ownerHref } from '#contract/pages.ts'
import type { Caller } from '#server/http/calls/mount.ts'
import { problem } from '#server/http/problems/problem.ts'
import { translateTo } from '#server/common/messages.ts'
import { findOwnCard } from './find-own-card.ts'
import { presentMessage, type PushText } from './present-message.ts'
import { findDevice } from './push-store.ts'
import type { PushDeps } from './send-push.ts'
import { sendToDevice } from './send-to-device.ts'

/** A rejected message needs an administrator: a wrong key, or a blocked host. */
const rejectedRetrySeconds = 60

type DeviceRef = { subjectId: string; device: string }

/** Sends a test notification to one device, without retries. */
export async function sendTest(deps: PushDeps, caller: Caller, input: DeviceRef, language: string): Promise<void> {
  const { card } = await findOwnCard(deps.db, caller, input)
  const device = await findDevice(deps.db, input.subjectId, input.device)
  if (!device?.enabled) throw problem('not-found', { detail: 'Notifications are off on this device.' })
  const message = presentMessage(deps.settings.publicUrl, card, 'General_Notifications', presentTest(card.alias, language))
  const options = { ttlSeconds: 60, urgency: 'high', topic: 'test' } as const
  const outcome = await sendToDevice(deps, device, JSON.stringify(message), options, { triesMax: 1 })
  if (outcome === 'gone') throw problem('not-found', { detail: 'This device is no longer subscribed. Turn notifications on again.' })
  if (outcome !== 'sent') {
    const retryAfterSeconds = outcome === 'refused' ? rejectedRetrySeconds : outcome.retryAfterSeconds
    throw problem('unavailable', {
      retryAfterSeconds,
      detail: 'The push service didn’t accept the notification. Try again in a moment.',
    })
  }
}

function presentTest(alias: string, language: string): PushText {
  const t = translateTo(language)
  const path = ownerHref(alias, 'myNotifications')
  return { title: t('notification.test.title'), body: t('notification.test.body'), path, tag: `test-${randomUUID()}` }
}
