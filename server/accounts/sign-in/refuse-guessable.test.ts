import { dictionary } from '@zxcvbn-ts/language-common'
import { expect, test } from 'vitest'
import { passwordRule } from '#contract/constants.ts'
import { isCommonPassword } from './refuse-guessable.ts'

/** As people bend a word that is refused without a capital letter. */
const bent = (word: string) => word.replace(/[a-z]/, (letter) => letter.toUpperCase())

test('AUTH-8 none of the 3000 commonest passwords that the rule lets through is taken', async () => {
  const commonest = dictionary['passwords-common'].map(bent).filter((word) => passwordRule.test(word))
  expect(commonest.length).toBeGreaterThan(3000)
  const taken = await Promise.all(commonest.map(async (word) => ((await isCommonPassword(word)) ? [] : [word])))
  expect(taken.flat()).toEqual([])
})

test.each(['Dragon2024', '!!Qwerty12', 'P@$$w0rd1', 'Sunshine-1!', 'ＰＡＳＳｗｏｒｄ1'])(
  'AUTH-8 %s is a common word with a little around it or in disguise',
  async (word) => expect(await isCommonPassword(word)).toBe(true),
)

test.each(['Open-Sesame-1', 'Quiet-River-Lamp-7', 'Dragon-Lamp-River-7', 'Kx7mQp2vTz', 'Dragon-84719263'])(
  'AUTH-8 %s is none',
  async (word) => expect(await isCommonPassword(word)).toBe(false),
)
