import type { Translate } from '#common/messages/message.ts'
import { errorReason } from '../../../i18n/error-text.ts'

const keys = { 401: 'subscribe.signedOut', 409: 'subscribe.already' } as const

/** The message for a failed subscription, in the wording of the specification. */
export function subscribeErrorText(thrown: unknown, t: Translate): string {
  const message = errorReason(thrown, t, { keys })
  return message ? t('subscribe.failed', { message }) : t('subscribe.failedBare')
}
