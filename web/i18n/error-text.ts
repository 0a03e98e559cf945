import { isProblem } from '#contract/api.ts'
import type { Issue } from '#contract/problem.ts'
import type { MessageKey, Translate } from '#common/messages/message.ts'
import { propertyOf } from '#common/property-of.ts'
import { problemTitle } from './problem-title.ts'

type Known = {
  /** Messages by status, instead of the server’s. */
  keys?: Partial<Record<number, MessageKey>>
  issueText?(t: Translate, issue: Issue): string | undefined
}

/** Why a call failed, in the reader’s language or the server’s own words. Without an answer of the server there is no reason. */
export function errorReason(thrown: unknown, t: Translate, { keys, issueText }: Known = {}): string {
  if (!isProblem(thrown)) return ''
  const { problem } = thrown
  const reasons = [
    ...(problem.issues ?? []).map((issue) => issueText?.(t, issue)),
    propertyOf(problem, 'message'),
    problem.detail,
    problemTitle(t, problem),
  ]
  const reason = reasons.find((one): one is string => typeof one === 'string' && one !== '')
  if (!reason) return ''
  const key = { 429: 'problem.tooMany' as const, ...keys }[problem.status]
  return key ? t(key) : reason
}

/** The message for a failed save, in the wording of the specification. */
export function saveErrorText(thrown: unknown, t: Translate, { issueText }: Pick<Known, 'issueText'> = {}): string {
  if (isProblem(thrown) && thrown.problem.status === 401) return t('account.notSavedSignedOut')
  const message = errorReason(thrown, t, { issueText, keys: { 500: 'problem.unexpected', 503: 'problem.unavailable' } })
  return message ? t('account.notSaved', { message }) : t('account.notSavedUnknown')
}
