import { isProblem } from '#contract/api.ts'
import type { Issue } from '#contract/problem.ts'
import type { MessageKey, Translate } from '#common/messages/message.ts'
import { propertyOf } from '#common/property-of.ts'
import { problemTitle } from './problem-title.ts'

type Known = {
  /** Messages by status, for what people can do something about. */
  keys?: Partial<Record<number, MessageKey>>
  issueText?(t: Translate, issue: Issue): string | undefined
}

/** Why a call failed, in the reader’s language or the server’s own words. Without an answer there is no reason. */
export function errorReason(thrown: unknown, t: Translate, { keys, issueText }: Known = {}): string {
  if (!isProblem(thrown)) return ''
  const { problem } = thrown
  const key = { 429: 'problem.tooMany' as const, ...keys }[problem.status]
  if (key) return t(key)
  const reasons = [
    ...(problem.issues ?? []).map((issue) => issueText?.(t, issue)),
    propertyOf(problem, 'message'),
    problem.detail,
    problemTitle(t, problem),
  ]
  return reasons.find((reason): reason is string => typeof reason === 'string' && reason !== '') ?? ''
}

/** The message for a failed save, in the wording of the specification. */
export function saveErrorText(thrown: unknown, t: Translate, known?: Known): string {
  if (isProblem(thrown) && thrown.problem.status === 401) return t('account.notSavedSignedOut')
  const message = errorReason(thrown, t, known)
  return message ? t('account.notSaved', { message }) : t('account.notSavedUnknown')
}
