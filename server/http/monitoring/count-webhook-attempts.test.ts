import { expect, test } from 'vitest'
import type { Crm } from '#server/integrations/crm.ts'
import type { ReceiverAnswer, ReceiverPause } from '#server/integrations/receiver-client.ts'
import { countWebhookAttempts } from './count-webhook-attempts.ts'

test('attempts are counted by outcome; only calls have a duration', async () => {
  const answer = (status: number | null, tookMs: number) => ({ status, tookMs, answer: '', reason: null, retryAfterSeconds: null })
  const results: (ReceiverAnswer | ReceiverPause)[] = [
    answer(204, 20),
    answer(301, 30),
    answer(503, 30),
    answer(null, 15_002),
    { pausedSeconds: 5 },
  ]
  const next = results.values()
  const post = async () => next.next().value ?? { pausedSeconds: 1 }
  const ignoring: Crm = {
    url: 'https://crm.example.com',
    writeBody: () => '',
    send: async () => ({ ...answer(204, 40), attention: 'source' as const }),
    check: post,
  }
  const { webhooks, crms, outcomes, durations } = countWebhookAttempts({
    webhooks: { post, issueOfUrl: () => null },
    crms: { 'follow-up-boss': ignoring, hubspot: ignoring },
  })
  for (const result of results) expect(await webhooks.post('https://hooks.example.com', { body: '', headers: {} })).toBe(result)
  await crms.hubspot.send('key', { isNew: true, contact: { id: '', fullName: '', source: 'form' } })
  expect(Object.fromEntries(outcomes())).toEqual({
    'outcome="sent"': 1,
    'outcome="refused"': 3,
    'outcome="unanswered"': 1,
    'outcome="paused"': 1,
  })
  const lines = durations.lines('seconds')
  expect(lines).toEqual(
    expect.arrayContaining(['seconds_bucket{le="0.025"} 1', 'seconds_bucket{le="15"} 4', 'seconds_count 5', 'seconds_sum 15.122']),
  )
})
