import type { CrmAnswer, Crm, Crms } from '#server/integrations/crm.ts'
import type { ReceiverPause } from '#server/integrations/receiver-client.ts'
import type { Webhooks } from '#server/integrations/webhooks.ts'
import { createHistogram, type Histogram } from './metrics.ts'

type Receivers = { webhooks: Webhooks; crms: Crms }
export type WebhookCounts = Receivers & { outcomes(): ReadonlyMap<string, number>; durations: Histogram }

/** An attempt is cut off after 15 seconds. */
const limitsMs = [25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000, 15_000]

/** `refused`: an answer other than 2xx, or a contact that a CRM ignores; `paused`: no call was made. */
type Outcome = 'sent' | 'refused' | 'unanswered' | 'paused'

/** Counts attempts to send events, by outcome and duration. Never by host: owners choose those. */
export function countWebhookAttempts({ webhooks, crms }: Receivers): WebhookCounts {
  const counts: Record<Outcome, number> = { sent: 0, refused: 0, unanswered: 0, paused: 0 }
  const durations = createHistogram(limitsMs)
  async function count<A extends CrmAnswer | ReceiverPause>(attempt: Promise<A>): Promise<A> {
    const result = await attempt
    counts[outcomeOf(result)] += 1
    if (!('pausedSeconds' in result)) durations.record(result.tookMs)
    return result
  }
  const countCrm = (crm: Crm): Crm => ({ ...crm, send: (key, event) => count(crm.send(key, event)) })
  return {
    webhooks: { ...webhooks, post: (url, request) => count(webhooks.post(url, request)) },
    crms: { 'follow-up-boss': countCrm(crms['follow-up-boss']), hubspot: countCrm(crms.hubspot) },
    outcomes: () => new Map(Object.entries(counts).map(([outcome, times]) => [`outcome="${outcome}"`, times])),
    durations,
  }
}

function outcomeOf(result: CrmAnswer | ReceiverPause): Outcome {
  if ('pausedSeconds' in result) return 'paused'
  if (result.status === null) return 'unanswered'
  return result.status >= 200 && result.status < 300 && !result.attention ? 'sent' : 'refused'
}
