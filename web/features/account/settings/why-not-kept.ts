import { isRefused } from '#contract/api.ts'
import type { Translate } from '#common/messages/message.ts'

/** Why something was not kept, in the words of the specification. Silence has no words of its own. */
export function whyNotKept(thrown: unknown, t: Translate): string {
  const problem: object | null = isRefused(thrown) ? thrown.problem : null
  if (!problem) return t('account.notKeptBare')
  if (part(problem, 'status') === 401) return t('account.notKeptSignedOut')
  const message = text(problem, 'message') || (wasAnswered(problem) ? text(problem, 'detail') || text(problem, 'title') : '')
  return message ? t('account.notKept', { message }) : t('account.notKeptBare')
}

/** What the server answers carries the request's id; a silence was only named so by the client. */
const wasAnswered = (problem: object) => part(problem, 'status') !== 503 || part(problem, 'requestId') !== undefined

const part = (problem: object, name: string): unknown => Reflect.get(problem, name)

function text(problem: object, name: string): string {
  const found = part(problem, name)
  return typeof found === 'string' ? found : ''
}
