import { expect, test } from 'vitest'
import { mailboxOf } from '#server/mailbox-of.ts'
import { plainName, plainWords } from './plain-words.ts'

test.each([
  ['You won: https://evil.example/prize', /https?:|evil\.example/],
  ['WWW.evil.example', /evil\.example/i],
  ['Ada\r\nBcc: all@example.com', /[\r\n]|all@example/],
  ['Ada\u2028\u202Enow', /[\u2028\u202E]/],
])('an owner’s name in a mail to somebody else is no link, no line and no header: %s', (name, bad) => {
  expect(plainWords(name)).not.toMatch(bad)
})

test('a name for somebody’s contacts is one short line without a link, and is found by its letters', () => {
  expect(plainName(`Win at https://www.evil.example/prize\r\nTEL:666 ${'x'.repeat(500)}`)).toMatch(
    /^Win at www\.\u200Bevil\.\u200Bexample\/prize TEL:666 x{30,50}$/,
  )
  for (const name of ['J.R.R. Tolkien', 'RE/MAX', 'Zoë O’Néill-Łukasz', 'نور الهاشمي']) expect(plainName(name)).toBe(name)
})

test('names stay what they are, and do not become letters', () => {
  expect(plainWords('Zoë O’Néill-Łukasz, Dr. Winter & Daughters')).toBe('Zoë O’Néill-Łukasz, Dr. Winter & Daughters')
  expect(plainWords('x'.repeat(500))).toHaveLength(80)
})

test.each([
  ['Ann+news@Example.com', 'ann@example.com'],
  ['a.n.n+1@googlemail.com', 'ann@gmail.com'],
  ['a.n.n@example.com', 'a.n.n@example.com'],
  ['+@example.com', '+@example.com'],
  ['nonsense', 'nonsense'],
])('%s is the mailbox %s', (address, mailbox) => {
  expect(mailboxOf(address)).toBe(mailbox)
})
