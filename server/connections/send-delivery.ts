import { isCrm } from '#contract/connection-choices.ts'
import { eventData } from '#contract/connections.ts'
import type { Db } from '#server/database/database.ts'
import type { Clock } from '#server/integrations/clock.ts'
import type { CrmAnswer, CrmEvent, Crms } from '#server/integrations/crm.ts'
import type { ReceiverPause } from '#server/integrations/receiver-client.ts'
import type { Webhooks } from '#server/integrations/webhooks.ts'
import { openSecret } from '#server/database/seal-secret.ts'
import { signBody } from './sign-body.ts'
import type { ConnectionRow, EventRow } from './tables.ts'

export type SendDeps = { db: Db; clock: Clock; webhooks: Webhooks; crms: Crms }
type SentEvent = Pick<EventRow, 'id' | 'type' | 'at' | 'data'>

/** Makes one attempt, signed or with the owner’s key. It writes nothing. */
export async function sendDelivery(
  { db, clock, webhooks, crms }: SendDeps,
  connection: Pick<ConnectionRow, 'id' | 'preset' | 'url' | 'secret' | 'previousSecret' | 'previousUntil'>,
  event: SentEvent,
  isFull: boolean,
): Promise<CrmAnswer | ReceiverPause> {
  const now = clock.now()
  const { id, preset, secret, previousSecret, previousUntil } = connection
  if (isCrm(preset)) return crms[preset].send(await openSecret(db, secret, id, now), crmEventOf(event))
  const sealed = previousSecret && previousUntil && previousUntil > now ? [secret, previousSecret] : [secret]
  const secrets = await Promise.all(sealed.map((one) => openSecret(db, one, id, now)))
  const body = writeBody(event, isFull)
  return webhooks.post(connection.url, { body, headers: signBody({ id: event.id, body, at: now, secrets }) })
}

export const isSent = ({ status, attention }: Pick<CrmAnswer, 'status' | 'attention'>) =>
  status !== null && status >= 200 && status < 300 && attention === undefined

export const crmEventOf = ({ type, data }: Pick<SentEvent, 'type' | 'data'>): CrmEvent => ({
  isNew: type === 'contact.created',
  contact: eventData['contact.created'].parse(JSON.parse(data)).contact,
})

/** The same bytes at every attempt. Without `isFull`, only what identifies the contact. */
export function writeBody({ type, at, data }: SentEvent, isFull: boolean): string {
  const parsed: unknown = JSON.parse(data)
  return JSON.stringify({ type, timestamp: at.toISOString(), data: isFull ? parsed : withoutDetails(parsed) })
}

function withoutDetails(data: unknown) {
  if (typeof data !== 'object' || data === null || !('contact' in data)) return data
  const contact = Object.entries(Object(data.contact)).filter(([name]) => ['id', 'fullName', 'source'].includes(name))
  return { ...data, contact: Object.fromEntries(contact) }
}
