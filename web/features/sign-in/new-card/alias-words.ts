import type { AliasState } from '#contract/cards/aliases.ts'
import type { AccountSay } from '../../../i18n/say.ts'

/** Why an address cannot be had, in words for who wants it. */
export function whyNot(say: AccountSay, { state, why }: Pick<AliasState, 'state' | 'why'>): string {
  if (state === 'taken') return say('signup.taken')
  if (state === 'reserved') return say('signup.reserved')
  if (state === 'invalid') return say('signup.invalid')
  return say(why === 'letters' ? 'signup.letters' : why === 'close' ? 'signup.close' : 'signup.word')
}

const words = { fullName: 'problem.name', emailAddress: 'problem.email', alias: 'signup.aliasWrong' } as const

/** What is wrong with a field, by its name. */
export const fieldFault = (say: AccountSay, path: string): string => say(words[path as keyof typeof words] ?? 'signup.tooLong')
