import { isProblem } from '#contract/api.ts'
import type { MessageKey, Translate } from '#common/messages/message.ts'
import { propertyOf } from '#common/property-of.ts'

/** Errors that the user can act on, in their language. The call that fails by a flag is identified by its status. */
const known: Record<number, MessageKey> = { 401: 'subscribe.signedOut', 409: 'subscribe.already', 429: 'problem.tooMany' }

/** The reason of the error, in the wording of the specification. Without a response there is none. */
export function subscribeErrorText(thrown: unknown, t: Translate): string {
  const problem: object | null = isProblem(thrown) ? thrown.problem : null
  const status = problem && propertyOf(problem, 'status')
  const key = typeof status === 'number' ? known[status] : undefined
  const message = key ? t(key) : problem ? detailOf(problem) : ''
  return message ? t('subscribe.failed', { message }) : t('subscribe.failedBare')
}

/** Server responses carry a request id; network errors created by the client have none. */
function detailOf(problem: object): string {
  const text = (name: string) => {
    const found = propertyOf(problem, name)
    return typeof found === 'string' ? found : ''
  }
  const wasAnswered = import.meta.env.SSR || text('requestId') !== '' || propertyOf(problem, 'status') !== 503
  return text('message') || (wasAnswered ? text('detail') || text('title') : '')
}
