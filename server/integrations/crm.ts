import type { Attention, CrmPreset, EventContact } from '#contract/connections.ts'
import type { ReceiverAnswer, ReceiverPause } from './receiver-client.ts'

export type CrmEvent = { isNew: boolean; contact: EventContact }

/** `attention`: what the owner must do there first. `isFinal`: trying again would be answered the same. */
export type CrmAnswer = ReceiverAnswer & { attention?: Attention; isFinal?: true }

/** A CRM that is sent contacts with the owner’s key. Sending one again doesn’t add it twice if it has an email address or a phone number. */
export type Crm = {
  url: string
  writeBody(event: CrmEvent): string
  send(key: string, event: CrmEvent): Promise<CrmAnswer | ReceiverPause>
  /** Whether it accepts the key; adds nothing. */
  check(key: string): Promise<CrmAnswer | ReceiverPause>
}
export type Crms = Record<CrmPreset, Crm>

/** What an answer means. */
export function readCrmAnswer(answer: ReceiverAnswer | ReceiverPause): CrmAnswer | ReceiverPause {
  if ('pausedSeconds' in answer) return answer
  if (answer.status === 401 || answer.status === 403) return { ...answer, attention: 'key' }
  return answer.status === 400 || answer.status === 422 ? { ...answer, isFinal: true } : answer
}
