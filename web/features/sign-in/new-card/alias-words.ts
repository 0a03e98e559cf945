import type { AliasState } from '#contract/cards/aliases.ts'
import type { Translate } from '#common/messages/message.ts'

/** Why an address cannot be had, in words for who wants it. */
export function whyNot(t: Translate, { state, why }: Pick<AliasState, 'state' | 'why'>): string {
  if (state === 'taken') return t('signup.taken')
  if (state === 'reserved') return t('signup.reserved')
  if (state === 'invalid') return t('signup.invalid')
  return t(why === 'letters' ? 'signup.letters' : why === 'close' ? 'signup.close' : 'signup.word')
}

const words = { fullName: 'problem.name', emailAddress: 'problem.email', alias: 'signup.aliasWrong' } as const

/** What is wrong with a field, by its name. */
export const fieldFault = (t: Translate, path: string): string => t(words[path as keyof typeof words] ?? 'signup.tooLong')
