import { plainLetters } from './plain-letters.ts'

/** What stands around a word that everybody takes counts from so many letters on. */
const ownLettersMin = 8

let opening: Promise<ReadonlySet<string>> | null = null

/** Whether a password is among the commonest that ever leaked, or one of those with a little around it or in disguise. */
export async function isCommonPassword(password: string): Promise<boolean> {
  const common = await (opening ??= load())
  const whole = password.normalize('NFKC').toLowerCase()
  const stem = whole.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  const looked = whole.length - stem.length < ownLettersMin ? [whole, stem] : [whole]
  return looked.some((one) => common.has(one) || common.has(plainLetters(one)))
}

/** Read when the first password is chosen, not at every start. */
async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'])
}
