import { dictionary } from '@zxcvbn-ts/language-common'
import { expect, test } from 'vitest'
import { passwordRule } from '#contract/constants.ts'
import { isCommonPassword } from './reject-guessable-password.ts'

/** What people do with a word that is rejected without a capital letter. */
const capitalized = (word: string) => word.replace(/[a-z]/, (letter) => letter.toUpperCase())

test('AUTH-8 none of the 3000 most common passwords that match the rule is accepted', async () => {
  const commonest = dictionary['passwords-common'].map(capitalized).filter((word) => passwordRule.test(word))
  expect(commonest.length).toBeGreaterThan(3000)
  const accepted = await Promise.all(commonest.map(async (word) => ((await isCommonPassword(word)) ? [] : [word])))
  expect(accepted.flat()).toEqual([])
})

test.each(['Dragon2024', '!!Qwerty12', 'P@$$w0rd1', 'Sunshine-1!', 'ＰＡＳＳｗｏｒｄ1'])(
  'AUTH-8 %s is a common password with additions or substitutions',
  async (word) => expect(await isCommonPassword(word)).toBe(true),
)

test.each(['Open-Sesame-1', 'Quiet-River-Lamp-7', 'Dragon-Lamp-River-7', 'Kx7mQp2vTz', 'Dragon-84719263'])(
  'AUTH-8 %s is not a common password',
  async (word) => expect(await isCommonPassword(word)).toBe(false),
)
