import type { ProblemBody } from '#contract/problem.ts'
import type { MessageKey, Translate } from '#common/messages/message.ts'
import { propertyOf } from '#common/property-of.ts'

const keys: Partial<Record<string, MessageKey>> = {
  '/problems/account-deletion-pending': 'issue.accountDeletionScheduled',
  '/problems/conflict': 'problem.conflict',
  '/problems/input-invalid': 'problem.inputInvalid',
  '/problems/not-allowed': 'problem.notAllowed',
  '/problems/not-found': 'problem.notFound',
  '/problems/push-subscription-ended': 'push.testGone',
  '/problems/too-many-requests': 'problem.tooMany',
} satisfies Partial<Record<ProblemBody['type'], MessageKey>>

/** A problem’s title in the reader’s language; the server’s own, in English, if it has no translation. */
export function problemTitle(t: Translate, problem: object): string {
  const [type, title] = [propertyOf(problem, 'type'), propertyOf(problem, 'title')]
  const key = typeof type === 'string' ? keys[type] : undefined
  return key ? t(key) : typeof title === 'string' ? title : ''
}
