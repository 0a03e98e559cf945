import { expect, test } from 'vitest'
import { inWords } from './editor-conflict.tsx'

const link = (directLink: string) => ({ gradeServiceId: 7, directLink, ignoreService: false })

test.each([
  ['a text', 'Broker', 'Agent', ['Broker']],
  ['an empty text', ' ', 'Agent', []],
  ['a switch', false, true, ['✗']],
  [
    'one link of a list',
    [link('https://a.example'), link('https://b.example')],
    [link('https://a.example'), link('')],
    ['https://b.example'],
  ],
  ['a list against nothing', [{ name: 'Fair' }], null, ['Fair']],
  ['the same', [link('https://a.example')], [link('https://a.example')], []],
])('ACCOUNT-2 a conflict over %s shows the difference', (_, one, other, words) => {
  expect(inWords(one, other)).toEqual(words)
})
