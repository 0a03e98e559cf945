import { isProblem } from '#contract/api.ts'
import type { Translate } from '#common/messages/message.ts'
import { propertyOf } from '#common/property-of.ts'
import { problemTitle } from '../../../i18n/problem-title.ts'

/** The message for a failed save, in the wording of the specification. Without a response it has no reason. */
export function saveErrorText(thrown: unknown, t: Translate): string {
  const problem: object | null = isProblem(thrown) ? thrown.problem : null
  if (!problem) return t('account.notSavedUnknown')
  if (propertyOf(problem, 'status') === 401) return t('account.notSavedSignedOut')
  const message = text(problem, 'message') || (wasAnswered(problem) ? text(problem, 'detail') || problemTitle(t, problem) : '')
  return message ? t('account.notSaved', { message }) : t('account.notSavedUnknown')
}

/** Server responses carry a request id; network errors created by the client have none. */
const wasAnswered = (problem: object) => propertyOf(problem, 'status') !== 503 || propertyOf(problem, 'requestId') !== undefined

function text(problem: object, name: string): string {
  const found = propertyOf(problem, name)
  return typeof found === 'string' ? found : ''
}
