import { ownerHref } from '#contract/pages.ts'
import type { Caller } from '#server/http/calls/mount.ts'
import { problem } from '#server/http/problems/problem.ts'
import { inLanguage } from '#server/in-language.ts'
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

const en = { title: 'It works', body: 'You’ll get your card’s notifications on this device.' }
const fr: typeof en = { title: 'Ça marche', body: 'Les notifications de votre carte arrivent sur cet appareil.' }
const ro: typeof en = { title: 'Funcționează', body: 'Notificările cărții tale de vizită ajung pe acest dispozitiv.' }

function presentTest(alias: string, language: string): PushWords {
  const words = inLanguage(language, { en, fr, ro })
  return { ...words, path: ownerHref(alias, 'myNotifications'), tag: 'test' }
}
