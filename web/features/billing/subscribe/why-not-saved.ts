import { isRefused } from '#contract/api.ts'
import type { MessageKey, Translate } from '#common/messages/message.ts'

/** Refusals a person can do something about, in their own language; the call that refuses by a flag tells them by its status. */
const known: Record<number, MessageKey> = { 401: 'subscribe.signedOut', 409: 'subscribe.already', 429: 'problem.tooMany' }

/** Why it was not taken, in the words of the specification. Silence has no words of its own. */
export function whyNotSaved(thrown: unknown, t: Translate): string {
  const problem: object | null = isRefused(thrown) ? thrown.problem : null
  const status = problem && Reflect.get(problem, 'status')
  const key = typeof status === 'number' ? known[status] : undefined
  const message = key ? t(key) : problem ? told(problem) : ''
  return message ? t('subscribe.failed', { message }) : t('subscribe.failedBare')
}

/** What the server answers carries the request's id; a silence was only named so by the client. */
function told(problem: object): string {
  const text = (name: string) => {
    const found: unknown = Reflect.get(problem, name)
    return typeof found === 'string' ? found : ''
  }
  const wasAnswered = import.meta.env.SSR || text('requestId') !== '' || Reflect.get(problem, 'status') !== 503
  return text('message') || (wasAnswered ? text('detail') || text('title') : '')
}
