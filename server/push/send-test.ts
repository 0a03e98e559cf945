import { ownerHref } from '#contract/pages.ts'
import type { Caller } from '#server/http/calls/mount.ts'
import { problem } from '#server/http/problems/problem.ts'
import { translateTo } from '#server/messages.ts'
import { findOwnCard } from './find-own-card.ts'
import { presentMessage, type PushWords } from './present-message.ts'
import { findDevice } from './push-store.ts'
import type { PushNeeds } from './send-push.ts'
import { sendToDevice } from './send-to-device.ts'

/** What is refused is mended by people: a key of ours, a host that may be called. */
const refusedSeconds = 60

type Asked = { subjectId: string; device: string }

/** A notice to this device alone, to see that it arrives: at once or not at all. */
export async function sendTest(needs: PushNeeds, caller: Caller, asked: Asked, language: string): Promise<void> {
  const { card } = await findOwnCard(needs.db, caller, asked)
  const device = await findDevice(needs.db, asked.subjectId, asked.device)
  if (!device?.enabled) throw problem('not-found', { detail: 'Notifications are off on this device.' })
  const message = presentMessage(needs.settings.publicUrl, card, 'General_Notifications', presentTest(card.alias, language))
  const options = { ttlSeconds: 60, urgency: 'high', topic: 'test' } as const
  const outcome = await sendToDevice(needs, device, JSON.stringify(message), options, { triesMax: 1 })
  if (outcome === 'gone') throw problem('not-found', { detail: 'This device is no longer subscribed. Turn notifications on again.' })
  if (outcome !== 'sent') {
    const retryAfterSeconds = outcome === 'refused' ? refusedSeconds : outcome.retryAfterSeconds
    throw problem('unavailable', {
      retryAfterSeconds,
      detail: 'The service that brings notices to this device did not take it. Try again in a moment.',
    })
  }
}

function presentTest(alias: string, language: string): PushWords {
  const t = translateTo(language)
  const path = ownerHref(alias, 'myNotifications')
  return { title: t('notification.test.title'), body: t('notification.test.body'), path, tag: 'test' }
}
