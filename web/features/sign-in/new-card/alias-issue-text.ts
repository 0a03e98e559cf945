import type { AliasState } from '#contract/cards/aliases.ts'
import type { Translate } from '#common/messages/message.ts'

/** Why an address is unavailable. */
export function aliasIssueText(t: Translate, { state, reason }: Pick<AliasState, 'state' | 'reason'>): string {
  if (state === 'taken') return t('inputIssue.addressTaken')
  if (state === 'reserved') return t('inputIssue.addressReserved')
  if (state === 'invalid') return t('signup.invalid')
  return t(reason === 'letters' ? 'signup.letters' : reason === 'close' ? 'inputIssue.addressTooSimilar' : 'inputIssue.addressNotAllowed')
}

const words = { fullName: 'problem.name', phoneNumber: 'problem.phone', emailAddress: 'problem.email', alias: 'signup.aliasWrong' } as const

/** A field's issue by its name. */
export const fieldIssue = (t: Translate, path: string): string => t(words[path as keyof typeof words] ?? 'signup.tooLong')
