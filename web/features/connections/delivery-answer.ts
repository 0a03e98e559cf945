import type { Delivery } from '#contract/connections.ts'
import type { Translate } from '#common/messages/message.ts'

/** The waits of the Standard Webhooks specification: the first attempt and nine more. */
const attemptsMax = 10

export const durationOf = (ms: number, t: Translate) =>
  ms < 1000 ? t('connections.ms', { count: ms }) : t('connections.seconds', { count: (ms / 1000).toFixed(1) })

/** The last answer in a few words: its status, and how long it took or which attempt it was. */
export function answerOf({ state, status, tookMs, attempts }: Pick<Delivery, 'state' | 'status' | 'tookMs' | 'attempts'>, t: Translate) {
  if (attempts === 0) return t('connections.notTried')
  const answer = status === null ? t('connections.unanswered') : String(status)
  if (state === 'sent') return tookMs === null ? answer : t('connections.answerIn', { status: answer, time: durationOf(tookMs, t) })
  // Refused for good, or its connection was switched off.
  if (state === 'failed' && attempts < attemptsMax) return answer
  return t('connections.tryOf', { answer, count: attempts, max: attemptsMax })
}
